import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptNamed } from '#scripts/bench-pwa/initial-js.ts'
import { listDepositsForReview, listOwnDeposits, reviewDeposit } from '#shared/contract/deposits.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { approveOrder, listPendingOrders } from '#shared/contract/spot-orders.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { ENGINES } from './support/engines/engines.ts'
import { Screen } from './support/engines/screen.ts'
import { hostileText } from './support/hostile-texts.ts'
import { expect, test } from './support/journey.ts'
import { reachedLimit } from './support/market.ts'
import type { Person } from './support/people.ts'

// Chromium has its own journeys. These are the ones in which browsers have differed.
for (const { name, isInstalled, open } of ENGINES) {
  test.describe
    .serial(name, () => {
      // biome-ignore lint/suspicious/noSkippedTests: it is skipped where the browser is missing.
      test.skip(!isInstalled, `${name} is not installed`)
      let folder = ''
      let file = ''
      let person: Person
      let screen: Screen

      test.beforeAll(async ({ people, server }) => {
        folder = await mkdtemp(join(tmpdir(), 'engine-'))
        file = join(folder, 'proof.jpg')
        await writeFile(file, (await photo()).content)
        person = await people.customer()
        await people.offer('USDT')
        screen = new Screen(await open(join(folder, 'profile')), server.url)
      })
      test.afterAll(async ({ server }) => {
        await server.network.restore()
        await screen.close()
        await rm(folder, { recursive: true, force: true })
      })

      test('a user deposits with a file and buys bitcoin', async ({ people }) => {
        const staff = await people.staff()
        await logIn(screen, person)
        await fillDeposit(screen, '5000', file)
        await screen.click({ role: 'button', name: 'Submit request' })
        await screen.sees({ text: 'Deposit request submitted successfully.' })
        const deposits = await staff.api.call(listDepositsForReview)
        const { id = '' } = deposits.find(({ user_id }) => user_id === person.user.id) ?? {}
        const colleague = await people.colleague()
        await colleague.api.call(reviewDeposit, { params: { id }, body: { action: 'approve' } })
        await screen.walkTo('/exchange')
        await screen.sees({ text: '5,000.00000000' })
        await screen.fill('Price', await reachedLimit(person.api))
        await screen.fill('Amount', '0.02')
        await screen.click({ role: 'button', name: 'Buy BTC' })
        await screen.sees({ text: 'has been submitted for admin approval' })
        const orders = await staff.api.call(listPendingOrders)
        const order = orders.find(({ userDetails }) => userDetails.email === person.email)
        await staff.api.call(approveOrder, { params: { id: order?.id ?? '' } })
        await screen.walkTo('/?open=portfolio')
        await screen.sees({ role: 'row', name: 'BTC' })
      })

      test('dialogs show their content on every width', async () => {
        await visitDialogs(screen, [768, 1024, 1440], DIALOGS.map(atHome))
      })

      test('dialogs of staff show their content', async ({ people, server }) => {
        const desk = new Screen(await open(), server.url)
        try {
          await logIn(desk, await people.staff())
          const names = [...STAFF_DIALOGS, `manage&user=${person.user.id}`]
          const paths = names.map((dialog) => `/admin/users?open=${dialog}`)
          await visitDialogs(desk, [768], paths)
        } finally {
          await desk.close()
        }
      })

      test('a long text widens no dialog, and an empty date looks empty', async () => {
        const purpose = hostileText('purpose', 480)
        await person.api.call(submitLoan, {
          body: { amount: '100', purpose, duration: '30' },
          files: {},
        })
        await screen.resize(768, 900)
        await screen.walkTo('/?open=loan-history')
        await screen.sees({ text: 'purpose W' })
        expect(await screen.evaluate(WIDER_THAN_THEIR_BOX)).toEqual([])
        await screen.walkTo('/loan')
        await screen.sees({ label: 'Date of birth' })
        await expect.poll(() => screen.evaluate(LOOK_OF_DATE)).toBe('as a hint')
        // Again where the draft of the form is read only now.
        await expect
          .poll(async () => {
            await screen.evaluate(CHOOSE_DATE)
            return screen.evaluate(LOOK_OF_DATE)
          })
          .toBe('as text')
        await screen.walkTo('/activity?view=balances')
        await screen.sees({ label: 'Date and time' })
        await expect.poll(() => screen.evaluate(LOOK_OF_DATE)).toBe('as a hint')
        await screen.resize(1440, 900)
      })

      test('text of twice the size widens neither a page nor a dialog', async () => {
        await screen.resize(500, 900)
        await screen.evaluate("document.documentElement.style.fontSize = '200%'")
        for (const [path, text] of LARGE_TEXTS) {
          await screen.walkTo(path)
          await screen.sees({ text })
          await screen.polled(WIDER_THAN_THEIR_BOX, path).toEqual([])
        }
        await screen.pressEscape()
        await screen.evaluate("document.documentElement.style.fontSize = ''")
        await screen.resize(1440, 900)
      })

      test('the row that takes the place of a removed one has the focus', async ({ people }) => {
        for (const _ of ['phone', 'tablet']) await people.logIn(person)
        await screen.walkTo('/profile')
        await screen.polled(ROWS_OF_DEVICES).toBeGreaterThan(2)
        const rows = await screen.evaluate<number>(PRESS_LOG_OUT)
        await screen.polled(ROWS_OF_DEVICES).toBe(rows - 1)
        await screen.polled('return document.activeElement.tagName').toBe('LI')
      })

      test('a message grows in its box and survives an input method', async () => {
        await screen.walkTo('/support')
        const label = 'Write a message'
        await screen.sees({ label })
        const lineHeight = await screen.evaluate<number>(BOX_HEIGHT)
        await screen.fill(label, 'a long message '.repeat(20))
        await screen.polled(BOX_HEIGHT).toBeGreaterThan(lineHeight * 1.5)
        expect(await screen.evaluate(ENTER_OF_INPUT_METHOD)).toBe('left alone')
      })

      test('the browser bar takes the chosen theme', async () => {
        await screen.evaluate("localStorage.setItem('theme', 'light')")
        await screen.goto('/')
        expect(await screen.evaluate(BAR_COLOURS)).toEqual(['#f4f6f8'])
        await screen.evaluate("localStorage.removeItem('theme')")
      })

      test('a deposit with a file waits, survives a restart and is sent once', async ({
        server,
      }) => {
        await screen.goto('/')
        await screen.polled(IS_SERVED).toBe(true)
        await fillDeposit(screen, '33', file)
        const sentBefore = server.network.count('POST', '/api/deposit-requests')
        await server.network.cut()
        await screen.sees({ text: 'sent when you next open Keel' })
        await screen.click({ role: 'button', name: 'Submit request' })
        await screen.sees({ text: '1 submission waits to be sent' })
        await screen.close()
        screen = new Screen(await open(join(folder, 'profile')), server.url)
        await screen.goto('/')
        await screen.sees({ text: '1 submission waits to be sent' })
        await server.network.restore()
        await expect.poll(() => amountsOf(person)).toContain('33')
        await screen.misses({ text: 'waits to be sent' })
        expect(server.network.count('POST', '/api/deposit-requests') - sentBefore).toBe(1)
      })

      test('a deposit with a file is sent from a private window, where a chunk failed', async ({
        server,
      }) => {
        // It shows the toasts. Firefox never asks again for a module under the same address.
        const chunk = await scriptNamed('afterwards')
        for (const _ of ['log-in', 'reload']) server.network.plan('GET', chunk, 'refuse')
        const secret = new Screen(await open(), server.url)
        try {
          await logIn(secret, person)
          // A start right after the log-in once stayed at "Loading".
          await secret.reload()
          await fillDeposit(secret, '44', file)
          await secret.click({ role: 'button', name: 'Submit request' })
          await secret.sees({ text: 'Deposit request submitted successfully.' })
          expect(await amountsOf(person)).toContain('44')
        } finally {
          await secret.close()
        }
      })
    })
}

const DIALOGS = [
  'deposit',
  'convert',
  'withdraw',
  'portfolio',
  'staking',
  'transaction-history',
  'verification',
  'loan-application',
  'loan-history',
]

const atHome = (dialog: string) => `/?open=${dialog}`

/** Screens of which each has another layout, and a text that they show. */
const LARGE_TEXTS = [
  ['/', 'Market Rates'],
  ['/exchange', 'Order book'],
  ['/futures', 'Purchase quantity'],
  ['/loan', 'Selfie with your ID'],
  ['/?open=deposit', 'Min 10 USDT'],
  ['/?open=loan-history', 'purpose W'],
] as const

const STAFF_DIALOGS = ['deposit-requests', 'kyc', 'loan-management']

// The visible share of a dialog's content, out of what fits in the window.
const SHOWN_PART = `
  const body = document.querySelector('dialog[open] > div > h2, dialog[open] header')?.nextElementSibling
  if (!body) return 0
  const others = body.parentElement.offsetHeight - body.offsetHeight
  const room = Math.min(body.scrollHeight, innerHeight * 0.86 - others)
  return body.clientHeight / room
`
const WIDER_THAN_THEIR_BOX = `
  const parts = [...document.querySelectorAll('html, dialog[open], dialog[open] *')]
  const scrolls = (part) => part.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(part).overflowX)
  const wider = parts.filter((part) => part.scrollWidth > part.clientWidth && scrolls(part))
  return wider.map(({ tagName, className }) => tagName + ' ' + className)
`
const LOOK_OF_DATE = `
  const hint = document.body.appendChild(document.createElement('p'))
  hint.style.color = 'var(--fg-3)'
  const [{ color }, as] = [document.querySelector('input[type^="date"]'), hint].map((each) => getComputedStyle(each))
  const look = color === as.color ? 'as a hint' : 'as text'
  hint.remove()
  return look
`
const CHOOSE_DATE = `
  const input = document.querySelector('input[type="date"]')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '1990-12-31')
  input.dispatchEvent(new Event('input', { bubbles: true }))
`
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
const OPEN_DIALOGS = "return document.querySelectorAll('dialog[open]').length"
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

async function logIn(screen: Screen, { email, password }: Person): Promise<void> {
  await screen.goto('/login')
  await screen.fill('Email', email)
  await screen.fill('Password', password)
  await screen.click({ role: 'button', name: 'Log in' })
  await screen.sees({ role: 'button', name: 'Deposit' })
}

/** Opens one dialog after the other, and expects most of each to be visible at every width. */
async function visitDialogs(screen: Screen, widths: readonly number[], paths: readonly string[]) {
  await screen.resize(widths[0] ?? 0, 900)
  for (const [index, path] of paths.entries()) {
    await screen.walkTo(path)
    // Back and forth: each dialog opens at the width at which the last one closed.
    for (const width of index % 2 === 0 ? widths : widths.toReversed()) {
      await screen.resize(width, 900)
      await screen.polled(SHOWN_PART, `${path} at ${width}`).toBeGreaterThan(0.6)
    }
    await screen.pressEscape()
    await screen.polled(OPEN_DIALOGS).toBe(0)
  }
}

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
