import { setTimeout as sleep } from 'node:timers/promises'
import { scriptNamed } from '#scripts/bench-pwa/initial-js.ts'
import { listDepositsForReview, listOwnDeposits, reviewDeposit } from '#shared/contract/deposits.ts'
import { approveOrder, listPendingOrders } from '#shared/contract/spot-orders.ts'
import { inEachEngine, logIn } from './support/engines/in-each-engine.ts'
import { Screen } from './support/engines/screen.ts'
import { expect, test } from './support/journey.ts'
import { reachedLimit } from './support/market.ts'
import type { Person } from './support/people.ts'

inEachEngine({}, (visit) => {
  test('a user deposits with a file and buys bitcoin', async ({ people }) => {
    const staff = await people.staff()
    await fillDeposit(visit.screen, '5000', visit.file)
    await visit.screen.click({ role: 'button', name: 'Submit request' })
    await visit.screen.sees({ text: 'Deposit request submitted successfully.' })
    const deposits = await staff.api.call(listDepositsForReview)
    const { id = '' } = deposits.find(({ user_id }) => user_id === visit.person.user.id) ?? {}
    const colleague = await people.colleague()
    await colleague.api.call(reviewDeposit, { params: { id }, body: { action: 'approve' } })
    await visit.screen.walkTo('/exchange')
    await visit.screen.sees({ text: '5,000.00000000' })
    await visit.screen.fill('Price', await reachedLimit(visit.person.api))
    await visit.screen.fill('Amount', '0.02')
    await visit.screen.click({ role: 'button', name: 'Buy BTC' })
    await visit.screen.sees({ text: 'has been submitted for admin approval' })
    const orders = await staff.api.call(listPendingOrders)
    const order = orders.find(({ userDetails }) => userDetails.email === visit.person.email)
    await staff.api.call(approveOrder, { params: { id: order?.id ?? '' } })
    await visit.screen.walkTo('/?open=portfolio')
    await visit.screen.sees({ role: 'row', name: 'BTC' })
  })

  test('when a row is removed, the next one gets the focus', async ({ people }) => {
    for (const _ of ['phone', 'tablet']) await people.logIn(visit.person)
    await visit.screen.walkTo('/profile')
    await visit.screen.polled(ROWS_OF_DEVICES).toBeGreaterThan(2)
    const rows = await visit.screen.evaluate<number>(PRESS_LOG_OUT)
    await visit.screen.polled(ROWS_OF_DEVICES).toBe(rows - 1)
    await visit.screen.polled('return document.activeElement.tagName').toBe('LI')
  })

  test('a message grows in its box and survives an input method', async () => {
    await visit.screen.walkTo('/support')
    const label = 'Write a message'
    await visit.screen.sees({ label })
    const lineHeight = await visit.screen.evaluate<number>(BOX_HEIGHT)
    await visit.screen.fill(label, 'a long message '.repeat(20))
    await visit.screen.polled(BOX_HEIGHT).toBeGreaterThan(lineHeight * 1.5)
    expect(await visit.screen.evaluate(ENTER_OF_INPUT_METHOD)).toBe('left alone')
  })

  test('the browser bar takes the chosen theme', async () => {
    await visit.screen.evaluate("localStorage.setItem('theme', 'light')")
    await visit.screen.goto('/')
    expect(await visit.screen.evaluate(BAR_COLOURS)).toEqual(['#f4f6f8'])
    await visit.screen.evaluate("localStorage.removeItem('theme')")
  })

  test('a deposit with a file waits, survives a restart and is sent once', async ({ server }) => {
    await visit.screen.goto('/')
    await visit.screen.polled(IS_SERVED).toBe(true)
    await fillDeposit(visit.screen, '33', visit.file)
    const sentBefore = server.network.count('POST', '/api/deposit-requests')
    await server.network.cut()
    await visit.screen.sees({ text: 'sent when you next open Keel' })
    await visit.screen.click({ role: 'button', name: 'Submit request' })
    await visit.screen.sees({ text: '1 submission waits to be sent' })
    await visit.restart()
    await visit.screen.goto('/')
    await visit.screen.sees({ text: '1 submission waits to be sent' })
    await server.network.restore()
    await expect.poll(() => amountsOf(visit.person)).toContain('33')
    await visit.screen.misses({ text: 'waits to be sent' })
    expect(server.network.count('POST', '/api/deposit-requests') - sentBefore).toBe(1)
  })

  test('a deposit with a file is sent from a private window, where a chunk failed', async ({
    server,
  }) => {
    // The chunk shows the toasts. Firefox never requests a module again under the same address.
    const chunk = await scriptNamed('afterwards')
    for (const _ of ['log-in', 'reload']) server.network.plan('GET', chunk, 'refuse')
    const secret = new Screen(await visit.engine.open(), server.url)
    try {
      await logIn(secret, visit.person)
      // A start soon after another one used to stay at "Loading".
      for (const delayMs of RELOAD_AFTER_MS) {
        await sleep(delayMs)
        await secret.reload()
        await secret.sees({ role: 'button', name: 'Deposit' })
      }
      await fillDeposit(secret, '44', visit.file)
      await secret.click({ role: 'button', name: 'Submit request' })
      await secret.sees({ text: 'Deposit request submitted successfully.' })
      expect(await amountsOf(visit.person)).toContain('44')
    } finally {
      await secret.close()
    }
  })
})

const RELOAD_AFTER_MS = [0, 100, 400, 900]
const DEVICES =
  "const rows = [...document.querySelectorAll('section[aria-labelledby] li')].filter(({ textContent }) => textContent.includes('Last seen'))"
const ROWS_OF_DEVICES = `${DEVICES}
  return rows.length
`
const PRESS_LOG_OUT = `${DEVICES}
  const button = rows.map((row) => row.querySelector('button')).find(Boolean)
  button.focus()
  button.click()
  return rows.length
`
const IS_SERVED = 'return navigator.serviceWorker.controller !== null'
const BAR_COLOURS = `
  const colours = [...document.querySelectorAll('meta[name="theme-color"]')]
  return colours.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content)
`
const BOX_HEIGHT = "return document.querySelector('textarea').offsetHeight"
const ENTER_OF_INPUT_METHOD = `
  const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }
  const isHandled = !document.querySelector('textarea').dispatchEvent(new KeyboardEvent('keydown', enter))
  return isHandled ? 'sent' : 'left alone'
`

/** Up to the third step. */
async function fillDeposit(screen: Screen, amount: string, file: string): Promise<void> {
  await screen.walkTo('/?open=deposit')
  await screen.click({ role: 'button', name: 'USDT' })
  await screen.click({ role: 'button', name: 'I have sent it' })
  await screen.fill('Amount sent', amount)
  await screen.attach('Payment screenshot', file)
}

async function amountsOf({ api }: Person): Promise<string[]> {
  return (await api.call(listOwnDeposits)).map(({ amount }) => amount)
}
