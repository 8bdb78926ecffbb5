/** As the app shows amounts from a thousand up. "0,125" is an eighth. */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/

/**
 * The text of an amount box after a change. A comma that is typed at the end is a decimal point at
 * once, so a longer text with commas between thousands was pasted: they are left out.
 *
 * @returns `before` if the text cannot become an amount
 */
export function decimalText(entered: string, before: string, decimals: number): string {
  const given = entered.replaceAll(/\s/g, '')
  const text = GROUPED.test(given) ? given.replaceAll(',', '') : given.replace(',', '.')
  const [, fraction = ''] = text.split('.')
  return /^\d*(\.\d*)?$/.test(text) && fraction.length <= decimals ? text : before
}

/** Whether an amount with a comma may have been meant as thousands: "25,000". */
export function mayMeanThousands(amount: string): boolean {
  return /^[1-9]\d{0,2}\.\d{3}$/.test(amount)
}
