import type { Pool, PoolClient } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import type { ChosenStreams } from './chosen-streams.ts'
import { Findings, type FoundFault } from './ledger-fault.ts'
import { inSnapshot } from './snapshot.ts'
import { verifyClaims } from './verify-claims.ts'
import { type ChosenOwners, verifyHolds } from './verify-holds.ts'
import { verifyLists } from './verify-lists.ts'
import { verifyStreams } from './verify-streams.ts'

/** A part of the checks that depend on the features, in the form that is sent to a thread. */
export type CheckPart =
  /** Signatures up to this position have already been checked. */
  | { readonly streams: ChosenStreams; readonly after: bigint }
  | { readonly owners: ChosenOwners }
  | { readonly claims: 'of every document' | 'of the copies' }

export interface CheckReport {
  readonly streams: number
  readonly events: number
  readonly faults: readonly FoundFault[]
}

/** Checks parts, several at once if it can. */
export interface Checker {
  readonly partsAtOnce: number
  readonly check: (part: CheckPart) => Promise<CheckReport>
}

/** Checks one part after another in this thread. */
export function localChecker(pool: Pool, aggregates: readonly AnyAggregate[]): Checker {
  const check = (part: CheckPart) =>
    inSnapshot(pool, async (client) => {
      const findings = new Findings()
      const seen = await checkPart(client, findings, aggregates, part)
      return { ...seen, faults: findings.list() }
    })
  return { partsAtOnce: 1, check }
}

const NOTHING_COUNTED = { streams: 0, events: 0 }

async function checkPart(
  client: PoolClient,
  findings: Findings,
  aggregates: readonly AnyAggregate[],
  part: CheckPart,
): Promise<Omit<CheckReport, 'faults'>> {
  if ('streams' in part) {
    const { streams: chosen, after } = part
    const seen = await verifyStreams(client, findings, { aggregates, chosen, after })
    await verifyLists(client, findings, chosen)
    return seen
  }
  if ('owners' in part) await verifyHolds(client, findings, { aggregates, chosen: part.owners })
  else {
    const isFull = part.claims === 'of every document'
    await verifyClaims(client, findings, { aggregates, isFull })
  }
  return NOTHING_COUNTED
}
