import { submitLoan } from '#shared/contract/loans.ts'
import { inEachEngine, logIn } from './support/engines/in-each-engine.ts'
import { Screen } from './support/engines/screen.ts'
import { hostileText } from './support/hostile-texts.ts'
import { expect, test } from './support/journey.ts'

inEachEngine({ USDT: '5000' }, (visit) => {
  test('dialogs show their content on every width', async () => {
    await visitDialogs(visit.screen, [TABLET, [1024, 900], [1440, 900]], DIALOGS.map(atHome))
  })

  test('dialogs can be read and used on an iPhone in landscape', async () => {
    await visitDialogs(visit.screen, [LANDSCAPE], DIALOGS.map(atHome))
    await visit.screen.walkTo(atHome('deposit'))
    for (const name of ['USDT', 'I have sent it']) {
      await visit.screen.click({ role: 'button', name })
      await expectUsable(visit.screen, name)
    }
    await visit.screen.pressEscape()
    await visit.screen.resize(1440, 900)
  })

  test('dialogs of staff show their content', async ({ people, server }) => {
    const desk = new Screen(await visit.engine.open(), server.url)
    try {
      await logIn(desk, await people.staff())
      const names = [...STAFF_DIALOGS, `manage&user=${visit.person.user.id}`]
      const paths = names.map((dialog) => `/admin/users?open=${dialog}`)
      await visitDialogs(desk, [TABLET, LANDSCAPE], paths)
    } finally {
      await desk.close()
    }
  })

  test('a long text does not widen a dialog, and an empty date looks empty', async () => {
    const purpose = hostileText('purpose', 480)
    await visit.person.api.call(submitLoan, {
      body: { amount: '100', purpose, duration: '30' },
      files: {},
    })
    await visit.screen.resize(768, 900)
    await visit.screen.walkTo('/?open=loan-history')
    await visit.screen.sees({ text: 'purpose W' })
    expect(await visit.screen.evaluate(WIDER_THAN_THEIR_BOX)).toEqual([])
    await visit.screen.walkTo('/loan')
    await visit.screen.sees({ label: 'Date of birth' })
    await expect.poll(() => visit.screen.evaluate(LOOK_OF_DATE)).toBe('as a hint')
    // Retry, because the draft of the form may be read only now.
    await expect
      .poll(async () => {
        await visit.screen.evaluate(CHOOSE_DATE)
        return visit.screen.evaluate(LOOK_OF_DATE)
      })
      .toBe('as text')
    await visit.screen.walkTo('/activity?view=balances')
    await visit.screen.sees({ label: 'Date and time' })
    await expect.poll(() => visit.screen.evaluate(LOOK_OF_DATE)).toBe('as a hint')
    await visit.screen.resize(1440, 900)
  })

  test('text at twice the size widens neither a page nor a dialog', async () => {
    await visit.screen.resize(500, 900)
    await visit.screen.evaluate("document.documentElement.style.fontSize = '200%'")
    for (const [path, text] of LARGE_TEXTS) {
      await visit.screen.walkTo(path)
      await visit.screen.sees({ text })
      await visit.screen.polled(WIDER_THAN_THEIR_BOX, path).toEqual([])
    }
    await visit.screen.pressEscape()
    await visit.screen.evaluate("document.documentElement.style.fontSize = ''")
    await visit.screen.resize(1440, 900)
  })
})

type Size = readonly [width: number, height: number]
const TABLET: Size = [768, 900]
const LANDSCAPE: Size = [844, 390]

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

/** Screens with different layouts, and a text that each shows. */
const LARGE_TEXTS = [
  ['/', 'Market Rates'],
  ['/exchange', 'Order book'],
  ['/futures', 'Purchase quantity'],
  ['/loan', 'Selfie with your ID'],
  ['/?open=deposit', 'Min 10 USDT'],
  ['/?open=loan-history', 'purpose W'],
] as const

const STAFF_DIALOGS = ['deposit-requests', 'kyc', 'loan-management']

const BODY =
  "const body = document.querySelector('dialog[open] > div > h2, dialog[open] header')?.nextElementSibling"
// The visible share of the dialog's content that fits in the window.
const SHOWN_PART = `${BODY}
  if (!body) return 0
  const others = body.parentElement.offsetHeight - body.offsetHeight
  const room = Math.min(body.scrollHeight, innerHeight * 0.86 - others)
  return body.clientHeight / room
`
// A field with its label and a line below it, or all of the content.
const SHOWS_ENOUGH = `${BODY}
  if (!body) return 'no dialog'
  const [part, panel] = [body, body.parentElement].map((each) => each.getBoundingClientRect())
  const shown = Math.min(part.bottom, panel.bottom, innerHeight) - Math.max(part.top, panel.top, 0)
  return shown >= Math.min(body.scrollHeight, 112) ? 'enough' : shown + ' of ' + body.scrollHeight
`
const OUT_OF_REACH = `
  const buttons = [...document.querySelectorAll('dialog[open] button:enabled')]
  const isCovered = (button) => {
    button.scrollIntoView({ block: 'center', inline: 'center' })
    const { x, y, width, height } = button.getBoundingClientRect()
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  return buttons.filter(isCovered).map(({ textContent, ariaLabel }) => textContent || ariaLabel)
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
const OPEN_DIALOGS = "return document.querySelectorAll('dialog[open]').length"

/** Opens one dialog after the other, and expects each to be usable at every size. */
async function visitDialogs(screen: Screen, sizes: readonly Size[], paths: readonly string[]) {
  if (sizes[0]) await screen.resize(...sizes[0])
  for (const [index, path] of paths.entries()) {
    await screen.walkTo(path)
    // Back and forth: each dialog opens at the size at which the last one closed.
    for (const size of index % 2 === 0 ? sizes : sizes.toReversed()) {
      await screen.resize(...size)
      await expectUsable(screen, `${path} at ${size}`)
    }
    await screen.pressEscape()
    await screen.polled(OPEN_DIALOGS).toBe(0)
  }
}

/** The open dialog shows most of what fits, and every button can be reached and pressed. */
async function expectUsable(screen: Screen, where: string) {
  await screen.polled(SHOWN_PART, where).toBeGreaterThan(0.6)
  await screen.polled(SHOWS_ENOUGH, where).toBe('enough')
  await screen.polled(OUT_OF_REACH, where).toEqual([])
}
