import { firefoxPath, webKitIsInstalled } from '#scripts/browser-engines.ts'
import { openFirefox } from './firefox.ts'
import type { WebDriver } from './webdriver.ts'
import { openWebKit } from './webkit.ts'

export interface Engine {
  readonly name: string
  readonly isInstalled: boolean
  /** @param folder keeps the browser's data across restarts; omitted for a private window */
  readonly open: (folder?: string) => Promise<WebDriver>
}

/** The browsers besides Chromium, as Debian packages them. */
export const ENGINES: readonly Engine[] = [
  { name: 'WebKit', isInstalled: webKitIsInstalled(), open: openWebKit },
  { name: 'Firefox', isInstalled: firefoxPath() !== undefined, open: openFirefox },
]
