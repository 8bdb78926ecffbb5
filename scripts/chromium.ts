import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const UNPACKED = join(import.meta.dirname, '..', '.cache/chromium/usr/bin')
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** The Chromium of this machine, or the one that scripts/ensure.mjs has unpacked for the project. */
export function chromiumPath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...folders, UNPACKED].flatMap((folder) =>
    NAMES.map((name) => join(folder, name)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (found === undefined)
    throw new Error('There is no Chromium: run "node scripts/ensure.mjs --browser".')
  return found
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
