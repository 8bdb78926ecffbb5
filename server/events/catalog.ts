import { adjustmentEvents } from './catalog/adjustments.ts'
import { approvalEvents } from './catalog/approvals.ts'
import { conversionEvents } from './catalog/conversions.ts'
import { depositAddressEvents } from './catalog/deposit-addresses.ts'
import { depositEvents } from './catalog/deposits.ts'
import type { EventDefinition, EventsOf } from './catalog/event-definition.ts'
import { futuresEvents } from './catalog/futures.ts'
import { hidingEvents } from './catalog/hiding.ts'
import { kycEvents } from './catalog/kyc.ts'
import { loanEvents } from './catalog/loans.ts'
import { reconciliationEvents } from './catalog/reconciliation.ts'
import { savedAddressEvents } from './catalog/saved-addresses.ts'
import { spotOrderEvents } from './catalog/spot-orders.ts'
import { stakingEvents } from './catalog/staking.ts'
import { supportEvents } from './catalog/support.ts'
import { userEvents } from './catalog/user.ts'
import { withdrawalEvents } from './catalog/withdrawals.ts'

/**
 * Every type of event that may stand in the log. A new one is added to its noun's file under
 * `catalog/`; it then needs its case in `ledger/postings.ts` and, where it moves money, its words in
 * `ledger/describe-event.ts`, or the type check fails.
 */
export const CATALOG = {
  ...adjustmentEvents,
  ...approvalEvents,
  ...conversionEvents,
  ...depositAddressEvents,
  ...depositEvents,
  ...futuresEvents,
  ...hidingEvents,
  ...savedAddressEvents,
  ...kycEvents,
  ...loanEvents,
  ...reconciliationEvents,
  ...spotOrderEvents,
  ...stakingEvents,
  ...supportEvents,
  ...userEvents,
  ...withdrawalEvents,
} as const satisfies Readonly<Record<string, EventDefinition>>

export type CatalogEvent = EventsOf<typeof CATALOG>
export type EventType = CatalogEvent['type']

/** Data in the current shape of its type, as it goes into the log. Throws on anything else: a bug. */
export function checkEvent(type: string, data: unknown): { version: number; data: unknown } {
  const definition = definitionOf(type)
  return { version: definition.version, data: definition.schema.parse(data) }
}

/** Stored data of any version, lifted to the current shape. Throws on what no version describes. */
export function upcast(type: string, version: number, data: unknown): unknown {
  const definition = definitionOf(type)
  let lifted = data
  for (let at = version; at < definition.version; at += 1) {
    const upcaster = definition.upcasters?.[at]
    if (!upcaster) throw new Error(`${type} has no upcaster from version ${at}`)
    lifted = upcaster(lifted as never)
  }
  return lifted
}

function definitionOf(type: string): EventDefinition {
  const definition = (CATALOG as Readonly<Record<string, EventDefinition>>)[type]
  if (!definition) throw new Error(`unknown event type: ${type}`)
  return definition
}
