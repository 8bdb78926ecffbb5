import { t } from '#shared/text/t.ts'

/**
 * The oldest browsers that run the app. The build, the README and the notice of `public/before.js`
 * follow it; that notice looks for the features that these versions brought.
 *
 * Source: docs/decisions/0135-supported-browsers.md
 */
const OLDEST = { chrome: '123', safari: '17.5', firefox: '128' } as const

export const BUILD_TARGET = Object.entries(OLDEST).map(([name, version]) => `${name}${version}`)

export function supportedBrowsers(): string {
  return t(
    'Chrome and Edge from {chrome}, Safari from {safari} (iPhone and iPad: iOS {safari}), Firefox from {firefox}',
    OLDEST,
  )
}
