import { groupDigits, inUtc } from './format.ts'
import { tryParseUnits } from './money.ts'

/**
 * How texts of refusals write their details, by name. Words stay as they are: people wrote them, and
 * "2024" may be a label. A name means the same in every text.
 */
export const DETAILS: Readonly<Record<string, 'amount' | 'time' | 'words'>> = {
  actual: 'amount',
  added: 'amount',
  age: 'amount',
  amount: 'amount',
  at: 'time',
  available: 'amount',
  choices: 'words',
  current: 'amount',
  endsAt: 'time',
  field: 'words',
  file: 'words',
  from: 'time',
  label: 'words',
  largest: 'amount',
  left: 'amount',
  lines: 'amount',
  // Also the size of a file, which is written already.
  maximum: 'amount',
  minimum: 'amount',
  network: 'words',
  open: 'amount',
  owed: 'amount',
  price: 'amount',
  quoted: 'amount',
  reason: 'words',
  required: 'amount',
  reviewer: 'words',
  seen: 'amount',
  shortfall: 'amount',
  since: 'time',
  step: 'amount',
  symbol: 'words',
  until: 'time',
  worth: 'amount',
}

/** A detail as its text has it. An amount or a time that is written already stays as it is. */
export function writeDetail(name: string, detail: unknown): string {
  const text = String(detail)
  switch (DETAILS[name]) {
    case 'amount':
      return tryParseUnits(text) === undefined ? text : groupDigits(text)
    case 'time':
      return INSTANT.test(text) ? inUtc(text) : text
    default:
      return text
  }
}

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
