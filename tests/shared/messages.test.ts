import { afterEach, describe, expect, test } from 'vitest'
import { readCatalogue } from '#scripts/languages/catalogue-files.ts'
import { describeRefusal } from '#shared/errors.ts'
import { formatAmount, formatDateTime, formatTime } from '#shared/format.ts'
import { catalogueOf, LATIN_DIGITS } from '#shared/text/catalogue.ts'
import { ENGLISH } from '#shared/text/english.ts'
import { describeFailuresBy, wordsOf } from '#shared/text/failure.ts'
import { parseMessage } from '#shared/text/message.ts'
import { PSEUDO } from '#shared/text/pseudo.ts'
import { inLanguage, partsOf, speak, t, textOf, write } from '#shared/text/t.ts'

const arabic = catalogueOf(readCatalogue('ar'))
const spanish = catalogueOf(readCatalogue('es'))

afterEach(() => speak(ENGLISH))

describe('a message in English', () => {
  test('is written unchanged, with its values', () => {
    expect(t("We'll get back to you.")).toBe("We'll get back to you.")
    expect(t('{minimum} to {maximum} USDT', { minimum: '1', maximum: '5' })).toBe('1 to 5 USDT')
  })

  test('has one form for 1 and another for all other counts', () => {
    const days = (count: number) => t('{days, plural, one {# day} other {# days}}', { days: count })
    expect([0, 1, 2, 21].map(days)).toEqual(['0 days', '1 day', '2 days', '21 days'])
    expect(days(12_345)).toBe('12,345 days')
  })

  test('prefers exact counts to plural forms, and picks choices by name', () => {
    const message =
      '{n, plural, =0 {none} one {one} other {#}} {side, select, buy {in} other {out}}'
    expect(t(message, { n: 0, side: 'buy' })).toBe('none in')
    expect(t(message, { n: 7, side: 'else' })).toBe('7 out')
  })

  test('shows that a value is unknown if a server of another release did not send it', () => {
    const message = 'Wait {days, plural, one {# day} other {# days}}, {name}'
    expect(partsOf(message, {}, (parts) => parts.join(''))).toBe('Wait ? days, ?')
  })

  test('passes the content of a tag to its renderer', () => {
    const link = (inner: string) => `(${inner})`
    const values = { link, name: 'Keel' }
    const joined = partsOf('Open <link>the app {name}</link> <1%', values, (parts) =>
      parts.join(''),
    )
    expect(joined).toBe('Open (the app Keel) <1%')
  })

  test.each([
    '{',
    '}',
    '{a',
    '{n, plural, one {#}}',
    '<b>bold',
    '<a>x</b>',
    '{n, plural, other {#}',
  ])('is refused if it is malformed: %s', (message) => {
    expect(() => parseMessage(message)).toThrow('malformed')
  })
})

describe('a message in another language', () => {
  test('has the plural forms of the language', () => {
    speak(arabic)
    const forms = [0, 1, 2, 3, 11, 100].map((days) =>
      t('{days, plural, one {# day} other {# days}}', { days }),
    )
    expect(forms).toEqual(['0 يوم', 'يوم واحد', 'يومين', '3 أيام', '11 يومًا', '100 يوم'])
  })

  test('keeps amounts together in right-to-left text', () => {
    speak(arabic)
    expect(t('Stake {amount} USDT', { amount: '1,000' })).toContain('\u20681,000\u2069')
  })

  test('keeps a percentage together, in a value and in the text', () => {
    speak(arabic)
    expect(t('Interest, {rate}%', { rate: '5.75' })).toContain('\u2066\u20685.75\u2069%\u2069')
    expect(t('Zoom: pages can be enlarged to 400% and read without scrolling sideways.')).toContain(
      ' \u2066400%\u2069 ',
    )
    speak(spanish)
    expect(t('Interest, {rate}%', { rate: '5.75' })).not.toMatch(/[\u2066-\u2069]/)
  })

  test('keeps the order of a date in right-to-left text', () => {
    speak(arabic)
    // The date is also formatted by `t`: without its own direction its parts would be reversed.
    expect(formatDateTime('2026-11-21T14:05:00Z', 'UTC')).toMatch(
      /^\u2067\u206821\u2069 .*\u2069، /,
    )
    expect(t('Stake {amount} USDT', { amount: '1 USDT' })).toContain('\u20681 USDT\u2069')
  })

  test('falls back to English without a translation', () => {
    speak(
      catalogueOf({
        direction: 'ltr',
        digits: LATIN_DIGITS,
        clock: 12,
        plurals: ['other*100', 'other*100'],
        messages: {},
      }),
    )
    expect(t('Amount')).toBe('Amount')
  })

  test('is written for one reader on the server, and English again afterwards', () => {
    const told = inLanguage(spanish, () => ({ title: t('Staking term over') }))
    expect(told.title).toBe('Plazo de staking terminado')
    expect(() =>
      inLanguage(spanish, () => {
        throw new Error('no text')
      }),
    ).toThrow('no text')
    expect(t('Staking term over')).toBe('Staking term over')
  })

  test('that is sent with its values is translated by the reader', () => {
    const text = textOf('Stake {amount} USDT', { amount: '5' })
    expect(write(text)).toBe('Stake 5 USDT')
    speak(spanish)
    expect(write(JSON.parse(JSON.stringify(text)))).toBe('Hacer staking de 5 USDT')
  })
})

test('a refusal is described by its code, and a failure of this device by its text', () => {
  const refused = {
    code: 'stake.amount_out_of_range',
    error: 'Invalid Amount',
    message: 'Amount must be between 1 and 100,000 USDT',
    details: { minimum: '1', maximum: '100000' },
  }
  const local = { code: 'network.timeout', error: 'No Answer', message: 'An unknown text' }
  expect(wordsOf(refused).message).toBe(refused.message)
  describeFailuresBy(({ code, details }) =>
    code.startsWith('stake.')
      ? describeRefusal('stake.amount_out_of_range', details as Record<string, string>)
      : undefined,
  )
  speak(spanish)
  expect(wordsOf(refused).message).toBe('El monto debe estar entre 1 y 100,000 USDT')
  expect(wordsOf(local)).toEqual({ title: 'Sin respuesta', message: 'An unknown text' })
})

test('the pseudo-language marks every message and keeps its placeholders', () => {
  speak(PSEUDO)
  expect(t('Stake {amount} USDT', { amount: '5' })).toMatch(/^\[Štáké 5 ÚŠDT ~+\]$/)
  expect(t('{days, plural, one {# day} other {# days}}', { days: 3 })).toMatch(/^\[3 dáýš\]$/)
})

test('a time follows the clock of its language', () => {
  const times = () => ['00:05', '14:05'].map((at) => formatTime(`2026-11-21T${at}:00Z`, 'UTC'))
  expect(times()).toEqual(['12:05\u00a0AM', '02:05\u00a0PM'])
  speak(spanish)
  expect(times()).toEqual(['00:05', '14:05'])
  speak(arabic)
  expect(times()).toEqual(['\u206812:05\u2069\u00a0ص', '\u206802:05\u2069\u00a0م'])
})

test('amounts and counts have the digits that the language’s catalogue names', () => {
  const file = readCatalogue('ar')
  const days = () => t('{days, plural, one {# day} other {# days}}', { days: 14 })
  speak(catalogueOf(file))
  expect([formatAmount('1234.5'), days()]).toEqual(['1,234.50000000', '14 يومًا'])
  speak(catalogueOf({ ...file, digits: '٠١٢٣٤٥٦٧٨٩' }))
  expect([formatAmount('1234.5'), days()]).toEqual(['١,٢٣٤.٥٠٠٠٠٠٠٠', '١٤ يومًا'])
})
