/** A number as we write them: no spreadsheet takes it for a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/
/** What spreadsheets take for the beginning of a formula: some pass over blanks, or read full width. */
const FORMULA = /^(?:[\t\r\n]|[\s\u200B]*[=+\-@＝＋－＠])/

/**
 * One line of a CSV file as RFC 4180 has them. A text that a spreadsheet would run as a formula gets
 * an apostrophe before it, which spreadsheets read as "this is text".
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
