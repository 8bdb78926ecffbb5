import { groupDigits, inUtc } from './format.ts'
import { tryParseUnits } from './money.ts'

// How texts of refusals write their details, by name: a name means the same in every text. Three lists
// rather than a table, because each start of the app loads the first two and needs no more.

/** With separators. A maximum may also be a size of files, which is written already. */
export const AMOUNTS = [
  'actual',
  'added',
  'amount',
  'available',
  'current',
  'largest',
  'left',
  'maximum',
  'minimum',
  'open',
  'owed',
  'percent',
  'price',
  'quoted',
  'required',
  'seen',
  'shortfall',
  'step',
  'worth',
]

/** With their zone. */
export const TIMES = ['at', 'endsAt', 'from', 'since', 'until']

/** As they are: people wrote them, and "2024" may be the label of an address. */
export const WORDS = [
  'choices',
  'field',
  'file',
  'label',
  'network',
  'reason',
  'reviewer',
  'symbol',
]

/** A detail as its text has it. An amount or a time that is written already stays as it is. */
export function writeDetail(name: string, detail: unknown): string {
  const text = String(detail)
  if (AMOUNTS.includes(name)) return tryParseUnits(text) === undefined ? text : groupDigits(text)
  return TIMES.includes(name) && INSTANT.test(text) ? inUtc(text) : text
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
