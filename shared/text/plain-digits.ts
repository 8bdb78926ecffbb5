/** The first of ten digits in a row: Arabic, Persian and Urdu, Hindi. */
const ZEROS = ['٠', '۰', '०'].map((zero) => zero.charCodeAt(0))
const DIGIT = /[٠-٩۰-۹०-९]/g

/** A text with the digits that keyboards of other scripts write as 0 to 9. */
export function plainDigits(text: string): string {
  return text.replace(DIGIT, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = ZEROS.findLast((first) => first <= code) ?? code
    return String(code - zero)
  })
}
