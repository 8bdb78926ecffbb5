import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { AnyAggregate } from '#server/events/decider.ts'
import { type Account, isFrozen, named } from '#server/ledger/chart.ts'
import { nextMessage } from '#server/platform/next-message.ts'
import { AuditFault } from './audit-fault.ts'
import { auditStreams, type Share } from './audit-streams.ts'
import type { AuditThreadOrder, AuditThreadResponse } from './audit-thread.ts'
import { LogAudit, type LogAuditOptions, type LogReport } from './log-audit.ts'
import { linesOf } from './read-export.ts'
import type { StreamReport } from './stream-audit.ts'

export interface AuditReport extends LogReport {
  readonly streams: number
}

type AuditShare = (share: Share) => Promise<StreamReport>

const THREADS_MAX = 4
/**
 * Compressed bytes of an export whose streams fit in one thread's memory: about two million events.
 */
const BYTES_PER_SHARE = 250_000_000

/**
 * Audits an export. The streams are audited in threads, in enough shares to keep each one small;
 * everything that depends on the order of positions is audited in this thread.
 *
 * @throws AuditFault the first one by position
 */
export async function runAudit(
  paths: readonly string[],
  options: LogAuditOptions,
): Promise<AuditReport> {
  const threads = Math.max(2, Math.min(availableParallelism(), THREADS_MAX))
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const of = threads * Math.ceil(Math.max(1, bytes) / BYTES_PER_SHARE / threads)
  const inThread: AuditShare = (share) => auditInThread({ paths, share })
  return together(auditLog(paths, options), sharesIn(inThread, { of, atOnce: threads }))
}

/** The same in this thread only, with the given kinds of streams. */
export async function auditHere(
  paths: readonly string[],
  options: LogAuditOptions,
  aggregates: readonly AnyAggregate[],
): Promise<AuditReport> {
  const here: AuditShare = (share) => auditStreams(paths, aggregates, share)
  return together(auditLog(paths, options), sharesIn(here, { of: 2, atOnce: 1 }))
}

async function together(
  log: Promise<LogReport>,
  shares: Promise<readonly StreamReport[]>,
): Promise<AuditReport> {
  const [inOrder, inStreams] = await Promise.allSettled([log, shares])
  const failed = [inOrder, inStreams].flatMap((end) =>
    end.status === 'rejected' ? end.reason : [],
  )
  const [first] = failed.sort((one, other) => positionOf(one) - positionOf(other))
  if (first) throw first
  const report = (inOrder as PromiseFulfilledResult<LogReport>).value
  const reports = (inStreams as PromiseFulfilledResult<readonly StreamReport[]>).value
  compareHolds(report, reports)
  return { ...report, streams: reports.reduce((sum, { streams }) => sum + streams, 0) }
}

/** Errors that are not faults of the log come first. */
function positionOf(error: unknown): number {
  return error instanceof AuditFault ? error.position : -1
}

async function auditLog(paths: readonly string[], options: LogAuditOptions): Promise<LogReport> {
  const audit = new LogAudit(options)
  for await (const lines of linesOf(paths)) {
    for (const line of lines) {
      const rest = audit.next(line)
      if (rest !== undefined) await rest
    }
  }
  return audit.end()
}

/**
 * Audits every share, `atOnce` at a time. If several fail, the first fault by position is thrown.
 */
async function sharesIn(
  audit: AuditShare,
  { of, atOnce }: { readonly of: number; readonly atOnce: number },
): Promise<readonly StreamReport[]> {
  const reports: StreamReport[] = []
  let next = 0
  const work = async () => {
    while (next < of) {
      const index = next
      next += 1
      reports.push(await audit({ index, of }))
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failed = ends.flatMap((end) => (end.status === 'rejected' ? end.reason : []))
  const [first] = failed.sort((one, other) => positionOf(one) - positionOf(other))
  if (first) throw first
  return reports
}

const THREAD = new URL('./audit-thread.ts', import.meta.url)

async function auditInThread(order: AuditThreadOrder): Promise<StreamReport> {
  const thread = new Worker(THREAD, { workerData: order })
  const response = await nextMessage<AuditThreadResponse>(thread, 'a thread of the audit')
  await thread.terminate()
  if ('report' in response) return response.report
  const { check, position, message } = response.fault
  throw new AuditFault(check, position, message)
}

function compareHolds({ balances, events }: LogReport, reports: readonly StreamReport[]): void {
  const held = new Map<Account, bigint>()
  for (const report of reports) {
    for (const [account, amount] of report.held) {
      held.set(account, (held.get(account) ?? 0n) + amount)
    }
  }
  for (const account of new Set([...balances.keys(), ...held.keys()])) {
    if (!isFrozen(account)) continue
    const [frozen, amount] = [balances.get(account) ?? 0n, held.get(account) ?? 0n]
    if (frozen === amount) continue
    const message = `${named(account)} is ${frozen}, what holds it comes to ${amount}`
    throw new AuditFault('holds', events, message)
  }
}
