import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { operator } from '#shared/operator/company.ts'

/** Answers with a CSV file, "keel-NAME.csv", that is read as fast as the client takes it. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  pieces: AsyncIterable<string>,
): FastifyReply {
  const issuer = operator.name.toLowerCase().replace(/[^a-z\d]+/g, '-')
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${issuer}-${name}.csv"`,
    })
    .send(Readable.from(pieces))
}

/** A number in our notation, which no spreadsheet takes for a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/
/** How a formula begins: some spreadsheets skip blanks or accept full-width characters. */
const FORMULA = /^(?:[\t\r\n]|[\s\u200B]*[=+\-@＝＋－＠])/

/** The same inside a text, where a spreadsheet that separates cells by semicolons or tabs cuts it. */
const LATER_FORMULA = /([;\t\r\n][\s\u200B"]*)(?=[=+\-@＝＋－＠])/g

/**
 * One line of a CSV file as RFC 4180 has them. A text that a spreadsheet would run as a formula gets
 * an apostrophe before it, which spreadsheets read as "this is text"; so does a part of a text that
 * would become a separate cell where semicolons separate cells.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const inner = text.replace(LATER_FORMULA, "$1'")
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
