import { DatabaseError } from 'pg'
import { appendBatch } from './append-batch.ts'
import { isUnavailable } from './connection.ts'
import { findFaults } from './find-faults.ts'
import type { AppendResult } from './log.ts'
import { HistoryEnded, type LogHistory } from './log-history.ts'
import type { PreparedCommand } from './prepared-command.ts'
import { LogUnavailable, type Writer } from './writer.ts'

/**
 * How many groups are checked before sending after a faulty command, because faults come in runs.
 */
const CAUTIOUS_GROUPS = 8

/** After this many failures each command is sent alone. */
const FAILURES_MAX = 5

/** If a group still fails after this time, the error is returned. Milliseconds. */
const FAILING_MS_MAX = 6_000

/** The result of a group: a result or an error for each command. */
export type GroupResults = Map<PreparedCommand, AppendResult | Error>

/**
 * Appends groups over one connection, so that a faulty command never affects the others.
 *
 * A group is one call. If the call fails, the faulty commands are found and refused, and the rest
 * is sent again. If the connection was lost and the outcome is unknown, the keys are looked up
 * first.
 */
export class GroupAppend {
  readonly #writer: Writer
  readonly #history: LogHistory
  #cautiousGroups = 0

  constructor(writer: Writer, history: LogHistory) {
    this.#writer = writer
    this.#history = history
  }

  async append(batch: readonly PreparedCommand[]): Promise<GroupResults> {
    const results: GroupResults = new Map()
    let rest = batch
    let suspicious = this.#cautiousGroups > 0
    if (suspicious) this.#cautiousGroups -= 1
    const until = performance.now() + FAILING_MS_MAX
    for (let failures = 0; rest.length > 0; suspicious = true) {
      try {
        if (suspicious) rest = await this.#withoutFaults(rest, results)
        if (rest.length > 0) await this.#send(rest, results)
        return results
      } catch (error) {
        failures += 1
        const fault = isOverdue(error, until) ? failsStill(error) : (error as Error)
        const goesOn = !isPoison(fault) && !isBeyondLimit(fault) && failures <= FAILURES_MAX
        if (!goesOn) return this.#giveUp(rest, results, fault)
      }
    }
    return results
  }

  async #send(batch: readonly PreparedCommand[], results: GroupResults): Promise<void> {
    await this.#writer.use(async (client, epoch) => {
      const decidedHere = batch.filter(({ command }) => (command.epoch ?? epoch) === epoch)
      const positionBefore = decidedHere.length > 0 ? await appendBatch(client, decidedHere) : 0n
      decidedHere.forEach((item, index) => {
        const position = positionBefore + BigInt(index) + 1n
        const version = item.command.expectedVersion + 1
        results.set(item, { outcome: 'ok', epoch, position, version })
      })
      const newest = decidedHere.at(-1)
      const position = positionBefore + BigInt(decidedHere.length)
      if (newest) this.#history.acknowledge({ epoch, position }, newest.hash)
      for (const item of batch) if (!results.has(item)) results.set(item, new HistoryEnded())
    })
  }

  async #withoutFaults(
    batch: readonly PreparedCommand[],
    results: GroupResults,
  ): Promise<readonly PreparedCommand[]> {
    let found = 0
    await this.#writer.use(async (client, epoch) => {
      const faults = await findFaults(client, batch)
      found = faults.size
      for (const [item, result] of faults) {
        results.set(item, 'position' in result ? { ...result, epoch } : result)
      }
    })
    if (found === 0) return batch
    this.#cautiousGroups = CAUTIOUS_GROUPS
    return batch.filter((item) => !results.has(item))
  }

  /** Sends each command alone, which shows whether it causes the error. */
  async #giveUp(
    rest: readonly PreparedCommand[],
    results: GroupResults,
    error: Error,
  ): Promise<GroupResults> {
    const [only] = rest
    if (only && rest.length === 1) return results.set(only, isRace(error) ? CONFLICT : error)
    for (const item of rest) {
      const alone = error instanceof LogUnavailable ? error : await this.append([item])
      results.set(item, alone instanceof Error ? alone : (alone.get(item) as AppendResult))
    }
    return results
  }
}

const CONFLICT: AppendResult = { outcome: 'conflict' }

/** From `add_claims`: sent again together, the same commands would exceed the limit again. */
const BEYOND_LIMIT = 'LG005'

/** Codes of `append_batch` and of races with other writers: a retry may succeed. */
const RACES = new Set(['LG001', 'LG002', 'LG004', BEYOND_LIMIT, '23505', '40001', '40P01'])

function isRace(error: unknown): boolean {
  return error instanceof DatabaseError && RACES.has(error.code ?? '')
}

function isBeyondLimit(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === BEYOND_LIMIT
}

function isOverdue(error: unknown, until: number): boolean {
  return isUnavailable(error) && performance.now() > until
}

function failsStill(error: unknown): LogUnavailable {
  return new LogUnavailable('the log has failed for too long', { cause: error })
}

/** An error that a retry would repeat. */
function isPoison(error: unknown): boolean {
  if (error instanceof LogUnavailable) return true
  if (!(error instanceof DatabaseError) || error.code === undefined) return false
  return !isRace(error) && !isUnavailable(error)
}
