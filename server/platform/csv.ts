import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { operator } from '#shared/operator/company.ts'

/** Responds with a CSV file, "keel-NAME.csv", which is produced as fast as the client reads it. */
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

/** A number in our notation, which no spreadsheet treats as a formula. */
const NUMBER = /^-?\d+(\.\d+)?$/
/** The start of a formula: some spreadsheets skip blanks or accept full-width characters. */
const FORMULA = /^(?:[\t\r\n]|[\s\u200B]*[=+\-@＝＋－＠])/

/** The same inside a text, where a spreadsheet may split cells at semicolons or tabs. */
const LATER_FORMULA = /([;\t\r\n][\s\u200B"]*)(?=[=+\-@＝＋－＠])/g

/**
 * One line of a CSV file according to RFC 4180. A text that a spreadsheet would run as a formula is
 * prefixed with an apostrophe, which spreadsheets read as "this is text". The same applies to a
 * part of a text that would become a separate cell if cells were split at semicolons.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const inner = text.replace(LATER_FORMULA, "$1'")
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${inner}` : inner
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
