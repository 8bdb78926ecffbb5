import { plainDigits } from '#shared/text/plain-digits.ts'

/** As the app shows amounts from a thousand up. "0,125" is an eighth. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/
/** The same where commas are decimal points: "1.500,25". Only if pasted: a typed "1.500" is 1.5. */
const GROUPED_BY_POINTS = /^[1-9]\d{0,2}(\.\d{3})+,\d*$/
/** The symbol of a currency or a coin, spaces, and apostrophes between thousands; but no "k". */
const BESIDE_THE_AMOUNT = /^([A-Z]{3,5}|\p{Sc}|\s)+|([A-Z]{3,5}|\p{Sc}|\s)+$|[\s'’٬]/gu

/**
 * The text of an amount box after a change. A comma that is typed at the end is a decimal point at
 * once, so a longer text with commas between thousands was pasted: they are left out. What was
 * pasted is cut to the decimals that the amount can have; one more typed decimal changes nothing.
 *
 * @returns `before` if the text cannot become an amount
 */
export function decimalText(entered: string, before: string, decimals: number): string {
  const isPasted = !isTyped(entered, before)
  const text = withPoint(plainDigits(entered).replaceAll(BESIDE_THE_AMOUNT, ''), isPasted)
  if (!/^\d*(\.\d*)?$/.test(text)) return before
  const [whole = '', fraction = ''] = text.split('.')
  if (fraction.length <= decimals) return text.startsWith('.') ? `0${text}` : text
  return isPasted ? `${whole || '0'}.${fraction.slice(0, decimals)}` : before
}

/** Whether the text is the one before with one more character. */
function isTyped(entered: string, before: string): boolean {
  return [...entered].some((_, at) => entered.slice(0, at) + entered.slice(at + 1) === before)
}

function withPoint(text: string, isPasted: boolean): string {
  if (GROUPED.test(text)) return text.replaceAll(',', '')
  if (isPasted && GROUPED_BY_POINTS.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return text.replace(/[,٫]/, '.')
}

/** The amount in the text of a box: on its way to "5.25" the box has "5.", which is 5. */
export function amountIn(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

/** Whether an amount with a comma may have been meant as thousands: "25,000". */
export function mayMeanThousands(amount: string): boolean {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(amount)
}
