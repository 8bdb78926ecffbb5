/** As the app shows amounts: commas between thousands. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/

/**
 * The text of an amount box after a change. A typed comma is a decimal point; in pasted text, commas
 * that separate thousands are left out.
 *
 * @returns `before` if the text cannot become an amount
 */
export function decimalText(entered: string, before: string, decimals: number): string {
  const given = entered.replaceAll(/\s/g, '')
  const isPasted = given.length > before.length + 1
  const text = isPasted && GROUPED.test(given) ? given.replaceAll(',', '') : given.replace(',', '.')
  const [, fraction = ''] = text.split('.')
  return /^\d*(\.\d*)?$/.test(text) && fraction.length <= decimals ? text : before
}

/** Whether an amount with a comma may have been meant as thousands: "25,000". */
export function mayMeanThousands(amount: string): boolean {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(amount)
}
