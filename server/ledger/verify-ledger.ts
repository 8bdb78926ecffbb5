import type { Pool } from 'pg'
import type { AnyAggregate } from '#server/events/decider.ts'
import { headOf } from '#server/events/log-head.ts'
import type { Account } from './chart.ts'
import { type Checker, localChecker } from './checker.ts'
import { Findings, type FoundFault } from './ledger-fault.ts'
import { ownerParts } from './owner-parts.ts'
import { proveBalances } from './prove-balances.ts'
import { sidesOf } from './replay-balances.ts'
import { openRun, type SavedRun, UNSAVED_RUN } from './saved-run.ts'
import { inSnapshot } from './snapshot.ts'
import { checkParts, everyStream, NO_STREAMS, streamsSince } from './stream-parts.ts'
import { readSides, type TrialLine, trialBalance } from './trial-balance.ts'
import { NOTHING_VERIFIED, readVerifiedBalances, type VerifiedState } from './verified-state.ts'
import { verifyApprovals } from './verify-approvals.ts'
import { verifyBalances } from './verify-balances.ts'
import { verifyLogTree } from './verify-log-tree.ts'

export interface LedgerReport {
  readonly events: bigint
  readonly streams: number
  readonly transfers: number
  /** How many were compared. */
  readonly accounts: number
  /** The last position checked. */
  readonly upTo: bigint
  readonly faults: readonly FoundFault[]
  readonly trialBalance: readonly TrialLine[]
  /** Where a later verification may start. */
  readonly verified: VerifiedState
}

export type LedgerStep = 'balances' | 'streams'

/** @param total how many events the step covers, as far as known */
export type OnLedgerProgress = (step: LedgerStep, done: bigint, total: bigint) => void

export interface InspectionOptions {
  readonly since?: VerifiedState
  /** A full run that is interrupted is resumed by the next one with this name. */
  readonly name?: string
  readonly onProgress?: OnLedgerProgress
}

/**
 * Checks the whole ledger while the platform keeps running, part by part, and reports every fault.
 * With a verified state it checks the events, streams and journal lines after that state, and the
 * balances and frozen money of accounts that moved since, and of some others in rotation.
 */
export function inspectLedger(
  pool: Pool,
  aggregates: readonly AnyAggregate[],
  options: InspectionOptions = {},
): Promise<LedgerReport> {
  return inspectWith(pool, localChecker(pool, aggregates), options)
}

/**
 * {@link inspectLedger} with a checker that knows the features: in threads, in parallel with the
 * balances.
 */
export async function inspectWith(
  pool: Pool,
  checker: Checker,
  options: InspectionOptions = {},
): Promise<LedgerReport> {
  const { since = NOTHING_VERIFIED, name } = options
  const run = name && since.position === 0n ? await openRun(pool, name) : UNSAVED_RUN
  const inspection = { pool, checker, since, run, onProgress: () => {}, ...options }
  const inTables = () => inspectTables(inspection)
  const inStreams = () => inspectStreams(inspection)
  const [{ head, transfers, accounts, verified, lines, ...others }, seen] =
    await (checker.partsAtOnce > 1 ? bothOf(inTables(), inStreams()) : inTurn(inTables, inStreams))
  const findings = new Findings()
  findings.include(seen.faults)
  findings.include(others.faults)
  await run.end()
  return {
    events: head - since.position,
    ...{ streams: seen.streams, transfers, accounts, upTo: head, verified },
    faults: findings.list(),
    trialBalance: lines,
  }
}

interface Inspection {
  readonly pool: Pool
  readonly checker: Checker
  readonly since: VerifiedState
  readonly run: SavedRun
  readonly onProgress: OnLedgerProgress
}

/** All checks that do not read stream by stream. */
async function inspectTables(inspection: Inspection) {
  const { pool, checker, since } = inspection
  const findings = new Findings()
  const seen = await inspectBalances(inspection, findings)
  const treeSize = await inspectTree(inspection, findings)
  for await (const owners of ownerParts(pool, since)) {
    findings.include((await checker.check({ owners })).faults)
  }
  const claims = since.position === 0n ? 'of every document' : 'of the copies'
  findings.include((await checker.check({ claims })).faults)
  await inSnapshot(pool, (client) => verifyApprovals(client, findings, since.position))
  return { ...seen, verified: { ...seen.verified, treeSize }, faults: findings.list() }
}

/** @returns how many leaves have been compared */
function inspectTree({ pool, since, run }: Inspection, findings: Findings): Promise<number> {
  return verifyLogTree(pool, findings, {
    from: run.known.treeSize ?? since.treeSize,
    onPart: (treeSize) => run.save({ treeSize }),
  })
}

/** Proves that the balances are sound or, if that fails, replays all of them to name the faults. */
async function inspectBalances(inspection: Inspection, findings: Findings) {
  const { pool, since, run, onProgress } = inspection
  const proof = await proveBalances(pool, {
    since,
    known: run.known.lines,
    onLines: async (lines, head) => {
      onProgress('balances', lines.position - since.position, head - since.position)
      await run.save({ lines })
    },
  })
  if (proof) {
    const { sides, reached: verified, ...counts } = proof
    return { ...counts, verified, lines: trialBalance(sides, sides) }
  }
  return inSnapshot(pool, async (client) => {
    const { position, comparedTo } = since
    const opening =
      position === 0n ? new Map<Account, bigint>() : await readVerifiedBalances(client)
    const total = (await headOf(client)) - position
    // A log that is shorter than before has lost its newest events.
    if (total < 0n) {
      const end = `the log ends at ${total + position}: ${position} is missing`
      findings.add('positions', end)
    }
    const replay = await verifyBalances(client, findings, { position, balances: opening }, (done) =>
      onProgress('balances', done, total),
    )
    const sides = sidesOf(replay.reached.balances)
    return {
      ...{ head: replay.head, transfers: replay.transfers, accounts: replay.balances.size },
      verified: { position: replay.reached.position, sides, comparedTo },
      lines: trialBalance(replay.balances, await readSides(client)),
    }
  })
}

async function inTurn<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  return [await first(), await second()]
}

/** Like `Promise.all`, but neither continues after a failure of the other. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return [await first, await second]
}

async function inspectStreams({ pool, checker, since, run, onProgress }: Inspection) {
  const known = run.known.streams ?? NO_STREAMS
  const after = since.position
  const parts = after === 0n ? everyStream(pool, known.upTo) : streamsSince(pool, after)
  const total = await inSnapshot(pool, headOf)
  return checkParts(parts, checker, {
    ...{ known, after },
    onPart: async (streams, events) => {
      onProgress('streams', BigInt(events), total)
      await run.save({ streams })
    },
  })
}
