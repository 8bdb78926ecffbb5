import type { LiabilityProof } from '#shared/contract/liabilities.ts'
import { readEventProof } from '#shared/contract/signed-log.ts'
import { checkLiabilityProof, isCounted, isKnownKind } from '#shared/proofs/check-liabilities.ts'
import { isProven } from '#shared/proofs/event-proof.ts'
import { type LiabilityStatement, statementOf } from '#shared/proofs/liability-statement.ts'
import { call } from '../api-client.ts'
import { db } from '../db.ts'
import { keepFor } from '../local-data.ts'
import { verifyProof } from '../log-witness/verify-proof.ts'
import type { KeptLiabilityCheck } from './kept-check.ts'
import { balancesAt } from './own-balances.ts'

/**
 * Checks the newest statement of liabilities against the sum that this device computes itself, and
 * stores the result. A statement that was already checked is not checked again, and an older one is
 * ignored.
 *
 * @throws if the server cannot be reached, the signed log does not reach the statement yet, the proof is
 * of a kind that this app does not know, or the user has left
 */
export async function checkLiabilities(userId: string, proof: LiabilityProof): Promise<void> {
  const known = await db.liabilityChecks.get(userId)
  if (known && BigInt(known.position) >= BigInt(proof.position)) return
  if (!isKnownKind(proof)) throw new Error(`this app cannot judge a proof of kind ${proof.kind}`)
  const params = { position: proof.event_position }
  const log = await call(readEventProof, { params })
  if (!log) throw new Error('the signed log does not reach the statement yet')
  const file = { ...proof, log }
  const { checks, fit } = await verifyProof(log, true)
  const statement = statementOf(log.event)
  const isInLog = isProven(checks) && fit !== 'contradiction'
  const held = await balancesAt(userId, proof.position)
  const assets = statement ? checkLiabilityProof(proof, { statement, userId, held }) : []
  const outcome = outcomeOf(isInLog ? statement : undefined, isCounted(assets))
  await keepFor(db.liabilityChecks, {
    userId,
    outcome,
    statementId: proof.statement_id,
    position: proof.position,
    at: statement?.at ?? '',
    assets,
    file,
    checkedAtMs: Date.now(),
    readAtMs: undefined,
  })
}

function outcomeOf(
  statement: LiabilityStatement | undefined,
  counted: boolean,
): KeptLiabilityCheck['outcome'] {
  if (!statement) return 'not_in_log'
  return counted ? 'counted' : 'miscounted'
}

/** The user has read the warning. */
export async function noteRead(userId: string): Promise<void> {
  await db.liabilityChecks.update(userId, { readAtMs: Date.now() })
}
