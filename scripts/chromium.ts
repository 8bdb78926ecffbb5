import { existsSync } from 'node:fs'
import { CHROMIUM, findProgram, SHELL, UNPACKED_PROGRAMS } from '#scripts/browser-programs.mjs'

/** The Chromium of this machine, or the one that scripts/ensure.mjs unpacked. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM_PATH || findProgram(CHROMIUM)
  if (!found) throw new Error('Chromium was not found: run "node scripts/ensure.mjs --browser".')
  return found
}

/**
 * Chromium without desktop windows, which needs a third less work to open a page; full Chromium
 * if it is not installed. It renders the same but cannot install apps or receive push messages.
 */
export function headlessShellPath(): string {
  return process.env.CHROMIUM_PATH || findProgram([SHELL]) || chromiumPath()
}

// Headless Chromium renders the frame of each window with its own pages, which cost as much as
// three of ours, and starts a spare renderer for each context, which hardly any journey uses. Only
// the last such switch is effective, so this list includes Playwright's own entries.
const FEATURES_OFF = `
  AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades LensOverlay
  MediaRouter OptimizationHints PaintHolding ThirdPartyStoragePartitioning InitialWebUI
  PreloadTopChromeWebUI SpareRendererForSitePerProcess WebUIAppMenuButton WebUIAvatarButton
  WebUIBackForwardButton WebUIExtensionsContainer WebUIHomeButton WebUILocationBar
  WebUIOmniboxAimPopup WebUIOmniboxFullPopup WebUIOmniboxPopup WebUIPinnedToolbarActions
  WebUIReloadButton WebUISplitTabsButton WebUIToolbar
`

/** Switches for unattended use: no background downloads, no prompts. The sandbox cannot start as
 * root, nor from a folder that forbids setuid programs. */
export const CHROMIUM_SWITCHES: readonly string[] = [
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context then share the compiled app.
  '--process-per-site',
  `--disable-features=${FEATURES_OFF.trim().split(/\s+/).join(',')}`,
  ...(process.getuid?.() === 0 || existsSync(UNPACKED_PROGRAMS) ? ['--no-sandbox'] : []),
]
