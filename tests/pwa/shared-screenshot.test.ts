import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SCREENSHOT_BYTES_MAX } from '#shared/contract/deposits.ts'
import { SHARE_FIELD } from '#shared/rules/shared-screenshot.ts'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import { OTHER_USER, screenshot, USER } from './support/submissions.ts'

let browser: Browser
let tab: Tab
let shared: typeof import('#pwa/data/shared-screenshot.ts')

beforeEach(async () => {
  browser = openBrowser('http://localhost')
  tab = await browser.openTab()
  shared = await import('#pwa/data/shared-screenshot.ts')
  await tab.local.setActiveUser(USER)
})

afterEach(() => browser.close())

function formWith(...files: File[]): FormData {
  const form = new FormData()
  for (const file of files) form.append(SHARE_FIELD, file)
  return form
}

const named = (content: BlobPart, name: string, type: string) => new File([content], name, { type })

describe('a shared screenshot', () => {
  it('is stored encrypted and returned once, without its name', async () => {
    expect(await shared.keepShared(formWith(screenshot()))).toBe('kept')
    const [stored] = await tab.db.shared.toArray()
    const sealed = new Uint8Array(stored?.sealed ?? new ArrayBuffer())
    expect(sealed.length).toBeGreaterThan(6)
    expect([...sealed.slice(0, 3)]).not.toEqual([0xff, 0xd8, 0xff])
    const file = await shared.takeShared(USER)
    expect(file).toMatchObject({ name: 'screenshot.jpeg', type: 'image/jpeg', size: 6 })
    expect(await shared.takeShared(USER)).toBeUndefined()
  })

  it('is not stored without a user, and is deleted when the user leaves', async () => {
    await shared.keepShared(formWith(screenshot()))
    expect(await shared.takeShared(OTHER_USER)).toBeUndefined()
    await tab.local.forgetScreens(USER)
    expect(await tab.db.shared.count()).toBe(0)
    expect(await shared.keepShared(formWith(screenshot()))).toBe('signed-out')
  })
})

describe('a file that is not a screenshot', () => {
  const page = '<script>alert(1)</script>'
  it.each([
    ['nothing', 'missing', []],
    ['an empty file', 'missing', [named('', 'a.png', 'image/png')]],
    ['a page called a picture', 'not_image', [named(page, 'a.png', 'image/png')]],
    ['a drawing that may run code', 'not_image', [named('<svg/>', 'a.svg', 'image/svg+xml')]],
    ['two', 'several', [screenshot(), screenshot()]],
    [
      'one that is too large',
      'too_large',
      [named(new Uint8Array(SCREENSHOT_BYTES_MAX + 1), 'a.png', 'image/png')],
    ],
  ] as const)('is refused: %s', async (_what, outcome, files) => {
    expect(await shared.keepShared(formWith(...files))).toBe(outcome)
    expect(await tab.db.shared.count()).toBe(0)
  })
})
