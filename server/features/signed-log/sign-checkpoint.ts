import { setTimeout as sleep } from 'node:timers/promises'
import { base64 } from '@scure/base'
import type { PoolClient } from 'pg'
import { currentState } from '#server/events/current-state.ts'
import type { Decision } from '#server/events/decider.ts'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { serverHashing } from '#server/events/log-leaves.ts'
import { readTreeSize, tileReader } from '#server/events/log-tiles.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import { newId } from '#server/platform/new-id.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Services } from '#server/services.ts'
import { formatCheckpoint } from '#shared/proofs/checkpoint.ts'
import { hashesOfRanges } from '#shared/proofs/tiles.ts'
import { emptyRoot, type Hash } from '#shared/proofs/tree-hashing.ts'
import { isConsistent, type TreeHead } from '#shared/proofs/tree-proofs.ts'
import { consistencyRanges, type LeafRange } from '#shared/proofs/tree-ranges.ts'
import { isRefusal } from '#shared/refusal.ts'
import type { SigningFault } from '#shared/rules/signed-log.ts'
import { instantOf } from '#shared/time.ts'
import { type KeptCheckpoint, keepCheckpoint, newestCheckpoint } from './checkpoints.ts'
import {
  adoptKey,
  currentKey,
  keyStatusOf,
  refuseToSign,
  resumeSigning,
  SIGNED_LOG_ID,
  type SignedLogState,
  signedLog,
} from './decider.ts'
import type { SignedLogEvent } from './events.ts'
import { type Signers, signedBy } from './log-signer.ts'
import { growTree } from './log-tree.ts'

export type SigningNeeds = Pick<Services, 'pool' | 'log' | 'clock' | 'durability' | 'logger'>

/**
 * Extends the tree to the end of the log and signs it, if anything is new.
 *
 * A tree is not signed if it does not continue what was signed before, if the key is not endorsed
 * by the previous one, or if a failover could still lose it: then staff are notified, or signing
 * waits.
 */
export async function signCheckpoint(needs: SigningNeeds, signers: Signers): Promise<void> {
  const { pool, log } = needs
  await growTree(pool)
  const durable = await durablePosition(needs)
  const state = await readSignedLog(log)
  const outcome = await inTransaction(pool, async (transaction) => {
    await lockTransaction(transaction, LOCKS.logTree)
    return signTree(transaction, signers, { state, durable })
  })
  if (outcome && 'reason' in outcome) await recordFault(needs, signers, outcome)
  else if (outcome && state.refused) await recordResumption(needs, signers, outcome)
}

export function readSignedLog(log: SigningNeeds['log']): Promise<SignedLogState> {
  return currentState(log, signedLog, SIGNED_LOG_ID)
}

interface TreeFault {
  readonly reason: SigningFault | 'new_key'
  readonly signed: KeptCheckpoint | undefined
  readonly tree: TreeHead
}

/** @returns the checkpoint, or why there is none; undefined if there is nothing new to sign */
async function signTree(
  transaction: PoolClient,
  { current, previous }: Signers,
  { state, durable }: { state: SignedLogState; durable: number },
): Promise<TreeFault | KeptCheckpoint | undefined> {
  const origin = current.key.name
  const signed = await newestCheckpoint(transaction, origin)
  const status = keyStatusOf(state, { origin, vkey: current.vkey })
  // A server that has not been replaced yet leaves signing to those with the new key.
  if (status === 'replaced') return undefined
  const isNew = status === 'new'
  const whole = await readTreeSize(transaction)
  if (signed && whole < signed.size) {
    const root = await rootOf(transaction, whole)
    return { reason: 'rewritten', signed, tree: { size: whole, root } }
  }
  // If the standby is behind or has not been seen yet, there is nothing new to sign.
  const size = Math.min(whole, Math.max(durable, signed?.size ?? 0))
  if (size === (signed?.size ?? 0) && !isNew) return undefined
  const tree = { size, root: await rootOf(transaction, size) }
  if (signed && !(await follows(transaction, signed, tree))) {
    return { reason: 'rewritten', signed, tree }
  }
  if (isNew) return { reason: 'new_key', signed, tree }
  const signers = previous ? [current, previous] : [current]
  const checkpoint = { ...tree, note: signedBy(formatCheckpoint({ origin, ...tree }), signers) }
  await keepCheckpoint(transaction, origin, checkpoint)
  return checkpoint
}

async function follows(db: PoolClient, older: TreeHead, newer: TreeHead): Promise<boolean> {
  const ranges = consistencyRanges(older.size, newer.size)
  const proof = await hashesIn(db, ranges, newer.size)
  return isConsistent(serverHashing, proof, { older, newer })
}

async function rootOf(db: PoolClient, size: number): Promise<Hash> {
  if (size === 0) return emptyRoot()
  const [root] = await hashesIn(db, [{ start: 0, end: size }], size)
  return root as Hash
}

function hashesIn(db: PoolClient, ranges: readonly LeafRange[], size: number): Promise<Hash[]> {
  return hashesOfRanges(tileReader(db), serverHashing, { ranges, size })
}

/** Adopts a new key if that is allowed; any other fault is recorded. */
async function recordFault(
  needs: SigningNeeds,
  { current, previous }: Signers,
  { reason, signed, tree }: TreeFault,
): Promise<void> {
  const { log, clock, logger } = needs
  const at = instantOf(clock.now())
  const origin = current.key.name
  const { vkey } = current
  const facts = {
    signed: signed?.note ?? null,
    size: String(tree.size),
    root: base64.encode(tree.root),
  }
  const decideWith = (state: SignedLogState): Decision<SignedLogEvent> => {
    if (reason !== 'new_key') return refuseToSign(state, { origin, fault: reason, at, ...facts })
    const isEndorsed = previous && currentKey(state, origin)?.vkey === previous.vkey
    const endorsement = isEndorsed ? signedBy(`${vkey}\n`, [previous]) : null
    return adoptKey(state, { origin, vkey, endorsement, at }, facts)
  }
  const result = await change({ log, clock }, decideWith)
  const { refused } = await readSignedLog(log)
  if (refused) logger.error({ fault: refused.fault, origin }, 'the log is not signed')
  // The event that adopts the key is included in its first checkpoint.
  else if (!isRefusal(result)) await signCheckpoint(needs, { current, previous })
}

async function recordResumption(
  { log, clock, logger }: SigningNeeds,
  { current }: Signers,
  { note }: KeptCheckpoint,
): Promise<void> {
  const origin = current.key.name
  const at = instantOf(clock.now())
  const result = await change({ log, clock }, (state) =>
    resumeSigning(state, { origin, signed: note, at }),
  )
  if (!isRefusal(result)) logger.info({ origin }, 'the log is signed again')
}

function change(
  { log, clock }: Pick<SigningNeeds, 'log' | 'clock'>,
  decideWith: (state: SignedLogState) => Decision<SignedLogEvent>,
): Promise<CommandResult<SignedLogState>> {
  const id = newId(clock)
  return handleCommand<SignedLogState, SignedLogEvent>(log, {
    aggregate: signedLog,
    id: SIGNED_LOG_ID,
    owner: null,
    ...systemCause(`signed log ${id}`, { id }, instantOf(clock.now()), id),
    decideWith,
  })
}

const DURABLE_MS_MAX = 3_000
const PACE_MS = 100

/**
 * The last position that no failover can lose. Waits briefly for the end of the log to be durable.
 */
async function durablePosition({ log, durability }: SigningNeeds): Promise<number> {
  const head = await log.head()
  durability.want(head)
  const isReached = () => (durability.watermark()?.position ?? 0n) >= head
  if (durability.mode === 'local') return Number(head)
  for (let waited = 0; waited < DURABLE_MS_MAX && !isReached(); waited += PACE_MS) {
    await sleep(PACE_MS)
  }
  return Number(durability.watermark()?.position ?? 0n)
}
