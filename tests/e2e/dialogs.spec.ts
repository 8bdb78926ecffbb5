import type { Page, Route } from '@playwright/test'
import { scriptNamed } from '#scripts/bench-pwa/initial-js.ts'
import { EMPTY_CACHE } from './support/contexts.ts'
import { expect, test } from './support/journey.ts'
import { WALLET } from './support/people.ts'
import { DESKTOP, PHONE, passUntil, SOON } from './support/screens.ts'
import { walkTo } from './support/walk.ts'

const LOAD_MS_MAX = 30_000

test('dialogs close one by one, and a notice above them can be used', async ({ people, open }) => {
  const page = await (await open(await people.customer({ USDT: '1000' }))).newPage()
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Withdraw' })
  await opener.click()
  const withdraw = page.getByRole('dialog', { name: 'Withdraw USDT' })
  const book = page.getByRole('dialog', { name: 'Saved USDT addresses' })
  const form = page.getByRole('dialog', { name: 'Add USDT address' })
  await withdraw.getByRole('button', { name: 'Saved addresses' }).click()
  await book.getByRole('button', { name: 'Add address' }).click()
  await form.getByLabel('Label').fill('Hardware wallet')
  await form.getByLabel('Address').fill(WALLET.address)

  const canScroll = () => page.evaluate(() => getComputedStyle(document.documentElement).overflow)
  const closeByClickAt = async (x: number) => {
    await expect(withdraw).toBeVisible()
    expect(await canScroll()).toBe('hidden')
    await page.mouse.click(x, 10)
    await expect(withdraw).toBeHidden()
    await expect(opener).toBeFocused()
    expect(await canScroll()).not.toBe('hidden')
  }

  await test.step('neither Escape nor a click outside closes a dialog while it submits', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/saved-addresses', async (route) => {
      await released
      await route.continue()
    })
    await form.getByRole('button', { name: 'Save address' }).click()
    await expect(form.getByRole('button', { name: 'Close' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    for (const screen of [PHONE, DESKTOP]) {
      await page.setViewportSize(screen)
      await page.mouse.click(5, 5)
    }
    await expect(form).toBeVisible()
    release()
    await expect(form).toBeHidden()
  })

  await test.step('F8 focuses the notice, and the focus returns when it is dismissed', async () => {
    const notices = page.getByRole('region', { name: 'Notifications (F8)' })
    await expect(notices.getByText('Address saved')).toBeVisible()
    const before = book.getByRole('button', { name: 'Add address' })
    await before.focus()
    // It stays while it has the focus.
    await page.keyboard.press('F8')
    await expect(notices).toBeFocused()
    for (const screen of [PHONE, DESKTOP]) {
      await page.setViewportSize(screen)
      for (const name of ['Close', 'Add address']) {
        await book.getByRole('button', { name }).click({ trial: true })
      }
    }
    await page.keyboard.press('Tab')
    await expect(notices.getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await page.keyboard.press('F8')
    await expect(before, 'and back').toBeFocused()
    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(notices.getByText('Address saved')).toBeHidden()
    await expect(before).toBeFocused()
    await expect(book, 'the dialog below stays open').toBeVisible()
  })

  await test.step('Escape closes the topmost dialog, and a click outside closes the next', async () => {
    await page.keyboard.press('Escape')
    await expect(book).toBeHidden()
    await expect(withdraw.getByRole('button', { name: 'Saved addresses' })).toBeFocused()
    await closeByClickAt(20)
    await page.setViewportSize(PHONE)
    await opener.click()
    await closeByClickAt(190)
  })
})

test('at 400% zoom a dialog scrolls as a whole, and no bar covers the page', async ({
  people,
  open,
}) => {
  const page = await (await open(await people.customer({ USDT: '1000' }))).newPage()
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto('/?open=staking')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^1 Day/ }).click()
  const act = dialog.getByRole('button', { name: 'Stake USDT' })
  await expect(dialog.getByLabel('Amount')).toBeInViewport({ ratio: 1 })
  await expect(act).not.toBeInViewport()
  await act.focus()
  await expect(act).toBeInViewport({ ratio: 1 })

  await page.goto('/')
  const bars = [page.getByRole('banner'), page.getByRole('navigation', { name: 'Main' })]
  await expect(page.getByRole('heading', { name: /Demo User/ })).toBeVisible()
  await page.getByRole('heading', { name: 'Market Rates' }).scrollIntoViewIfNeeded()
  for (const bar of bars) await expect(bar).not.toBeInViewport()
})

test('code whose request gets no response fails after a time limit, and can be requested again', async ({
  people,
  open,
  server,
  console,
}) => {
  console.expects(/TimeoutError/)
  const context = await open(await people.customer(), EMPTY_CACHE)
  await context.clock.install()
  const page = await context.newPage()
  const neverAnswer = async (script: string) =>
    server.network.plan('GET', await scriptNamed(script), 'delay', () => new Promise(() => {}))
  const loading = page.getByRole('status').filter({ hasText: 'Loading' })
  const openAgain = page.getByRole('button', { name: 'Try again' })
  const giveUp = async () => {
    // "Loading" is shown before the app runs, so the first step may precede the time limit.
    const limit = { stepMs: LOAD_MS_MAX, steps: 2 }
    await passUntil(context, limit, () => expect(openAgain).toBeVisible(SOON))
    await openAgain.click()
  }

  await test.step('of a dialog', async () => {
    await page.goto('/')
    await neverAnswer('convert-dialog')
    await page.getByRole('button', { name: 'Convert' }).click()
    await expect(loading).toBeVisible()
    await giveUp()
    await expect(page.getByRole('dialog', { name: 'Convert' })).toBeVisible()
  })

  await test.step('of a page', async () => {
    await neverAnswer('activity')
    await walkTo(page, '/activity')
    await expect(page.getByLabel('Loading')).toBeVisible()
    await giveUp()
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  })

  await test.step('of the page that the app starts with', async () => {
    await neverAnswer('profile')
    await page.goto('/profile')
    await expect(loading).toBeVisible()
    await giveUp()
    await expect(page.getByRole('switch', { name: 'Notify this device' })).toBeVisible()
  })
})

test('a dialog whose code cannot be loaded says so, leaves the page as it is and opens later', async ({
  people,
  open,
  server,
  console,
}) => {
  console.expects(/the server responded with a status of 503/)
  console.expects(/Failed to fetch dynamically imported module/)
  const page = await (await open(await people.customer(), EMPTY_CACHE)).newPage()
  await page.goto('/')
  const opener = page.getByRole('button', { name: 'Convert' })
  const failed = page.getByRole('dialog', { name: 'This could not be opened' })
  const convert = page.getByRole('dialog', { name: 'Convert' })
  const refuseOnce = async (script: string) =>
    server.network.plan('GET', await scriptNamed(script), 'refuse')

  await test.step('pressed again, it opens', async () => {
    await refuseOnce('convert-dialog')
    await opener.click()
    await expect(failed).toContainText('Nothing that you submitted is lost.')
    await page.keyboard.press('Escape')
    await expect(failed).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await expect(convert).toBeVisible()
  })

  await test.step('a key pressed as soon as it is shown closes it', async () => {
    await convert.getByRole('button', { name: 'Close' }).click()
    await expect(convert).toBeHidden()
    await pressEscapeAtOnce(page)
    await opener.click()
    await expect.poll(() => page.evaluate(() => document.body.dataset.pressed)).toBe('Escape')
    await expect(convert).toBeHidden()
  })

  await test.step('a new try opens the page with its dialog', async () => {
    await refuseOnce('staking-dialog')
    await page.goto('/?open=staking')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('dialog', { name: 'USDT Staking' })).toBeVisible()
  })
})

test('a response that arrives after the user has gone back is announced and closes no other dialog', async ({
  people,
  open,
  console,
}) => {
  console.expects(/the server responded with a status of 409/)
  const page = await (await open(await people.customer({ USDT: '2000' }))).newPage()
  await page.goto('/')

  /** Holds the responses to a write until the returned `release` is called. */
  const hold = async (path: string, respond: (route: Route) => Promise<void>) => {
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      asked.resolve()
      await released.promise
      return respond(route)
    })
    return { asked: asked.promise, release: released.resolve }
  }

  await test.step('a success leaves a dialog open that was opened later', async () => {
    const { asked, release } = await hold('/api/loan/submit', (route) => route.continue())
    await page.getByRole('button', { name: 'Apply for Loan' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apply for Loan' })
    await dialog.getByLabel('Loan amount').fill('1000')
    await dialog.getByLabel('Purpose').fill('A van')
    await dialog.getByLabel('Duration').fill('30')
    await dialog.getByRole('button', { name: 'Submit application' }).click()
    await asked
    await page.goBack()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Portfolio', exact: true }).click()
    const other = page.getByRole('dialog', { name: 'Portfolio' })
    await expect(other).toBeVisible()
    release()
    await expect(page.getByText(/^Loan application submitted successfully/)).toBeVisible()
    await expect(page).toHaveURL(/open=portfolio/)
    await expect(other).toBeVisible()
    await page.goBack()
  })

  await test.step('a refusal is announced above the page', async () => {
    const json = { code: 'balance.insufficient', error: 'Refused', message: 'Spent elsewhere.' }
    const { asked, release } = await hold('/api/staking', (route) =>
      route.fulfill({ status: 409, json }),
    )
    await page.getByRole('button', { name: 'My positions' }).click()
    const dialog = page.getByRole('dialog', { name: /Stak/ })
    await dialog.getByRole('button', { name: /^5 Days/ }).click()
    await dialog.getByLabel('Amount').fill('1000')
    await dialog.getByRole('button', { name: 'Stake 1,000 USDT' }).click()
    await asked
    await page.goBack()
    await expect(dialog).toBeHidden()
    release()
    await page.getByRole('link', { name: 'Staking: 1 submission was refused' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Spent elsewhere.')
  })
})

/**
 * Presses Escape in the next dialog before the browser has painted it, faster than any user could.
 */
const pressEscapeAtOnce = (page: Page) =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const dialog = document.querySelector('dialog[open]')
      if (!dialog) return
      observer.disconnect()
      document.body.dataset.pressed = 'Escape'
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  })
