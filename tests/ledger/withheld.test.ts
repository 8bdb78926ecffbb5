import { expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { WITHHELD_FIELDS, withheldFrom } from '#server/ledger/withheld.ts'

/** Ids, times, amounts and fixed words of the platform, but no text by a person. */
const OPEN = new Set(
  `above account address after amount apy at backup before code credentialId endorsement epoch
   interest kind lastKept lastLost log maximum messageId name network origin penaltyMaximum
   penaltyPerDay picture previousAddress price publicKey root route screenshot seenPrice
   selfieWithId signed size source spreadPercent stream symbol tables type until upTo value
   verifiedUpTo vkey askedIn asOf by message signature
   position total payouts`.split(/\s+/),
)
const BY_ENDING = /(At|By|Id|No)$|^id$/

interface Node {
  readonly _zod: { readonly def: Def }
}
interface Def {
  readonly type: string
  readonly innerType?: Node
  readonly element?: Node
  readonly shape?: Readonly<Record<string, Node>>
}

/** The names of all text fields in a schema. */
function textsIn({ _zod: { def } }: Node, name: string): string[] {
  if (def.innerType) return textsIn(def.innerType, name)
  if (def.element) return textsIn(def.element, name)
  if (def.shape) return Object.entries(def.shape).flatMap(([key, node]) => textsIn(node, key))
  return def.type === 'string' ? [name] : []
}

test('every text of an event is either open or withheld from auditors', () => {
  const names = [...FEATURES.catalog.values()].flatMap(({ schema }) => textsIn(schema as Node, ''))
  const unknown = names.filter(
    (name) => !OPEN.has(name) && !BY_ENDING.test(name) && !WITHHELD_FIELDS.has(name),
  )
  expect(names.length).toBeGreaterThan(300)
  expect([...new Set(unknown)]).toEqual([])
})

test('a reason chosen from a few fixed words is not withheld', () => {
  const definition = FEATURES.catalog.get('FuturesVoided')
  const data = { reason: 'no_price', returned: { symbol: 'USDT', amount: '1' } }
  expect(withheldFrom('FuturesVoided', data, definition)).toEqual({ data, isWithheld: false })
  expect(withheldFrom('KycRejected', { reason: 'Not sharp.' }, undefined)).toEqual({
    data: { reason: '(withheld)' },
    isWithheld: true,
  })
})
