import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const UNPACKED = join(import.meta.dirname, '..', '.cache/chromium/usr/bin')
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const SHELL = 'chromium-headless-shell'

/** The Chromium of this machine, or the one that scripts/ensure.mjs has unpacked for the project. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM_PATH || find(BROWSERS)
  if (!found) throw new Error('There is no Chromium: run "node scripts/ensure.mjs --browser".')
  return found
}

/**
 * Chromium without a desktop's windows, which opens a page for two thirds of the work; the whole
 * Chromium where there is none. It draws and runs the same, but installs nothing and hears no push.
 */
export function headlessShellPath(): string {
  return process.env.CHROMIUM_PATH || find([SHELL]) || chromiumPath()
}

function find(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), UNPACKED]
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}

// A headless Chromium draws the frame of each window by pages of its own, which costs as much as
// three of ours. Of several such switches the last counts, so it names what Playwright's does too.
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUIAppMenuButton',
  'WebUIAvatarButton',
  'WebUIBackForwardButton',
  'WebUIExtensionsContainer',
  'WebUIHomeButton',
  'WebUILocationBar',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'WebUIPinnedToolbarActions',
  'WebUIReloadButton',
  'WebUISplitTabsButton',
  'WebUIToolbar',
]

/** Switches for unattended use: nothing is fetched, nothing asks. The sandbox cannot start
 * as root, nor from a folder where no program may take root's rights. */
export const CHROMIUM_SWITCHES: readonly string[] = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${FEATURES_OFF.join(',')}`,
  ...(process.getuid?.() === 0 || existsSync(UNPACKED) ? ['--no-sandbox'] : []),
]
