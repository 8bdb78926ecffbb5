import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import type { Checker, CheckPart, CheckReport } from '#server/ledger/checker.ts'
import type { ChosenStreams } from '#server/ledger/chosen-streams.ts'
import { openRun } from '#server/ledger/saved-run.ts'
import {
  checkParts,
  NO_STREAMS,
  type StreamsSoFar,
  type StreamTotals,
} from '#server/ledger/stream-parts.ts'
import { inspectLedger, inspectWith } from '#server/ledger/verify-ledger.ts'
import { withCheckThreads } from '#server/verify-threads.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const { pool, url } = await openTestDatabase()

const NAMES = ['a', 'b', 'c', 'd']

/** A part for each name, and one for the rest. */
async function* partsBehind(after: string): AsyncGenerator<ChosenStreams> {
  const left = NAMES.filter((name) => name > after)
  for (const [index, upTo] of left.entries()) yield { after: left[index - 1] ?? after, upTo }
  yield { after: left.at(-1) ?? after, upTo: null }
}

const SOUND: CheckReport = { streams: 1, events: 10, faults: [] }
const FAULTY: CheckReport = { ...SOUND, faults: [{ check: 'chains', fault: 'torn', more: 0 }] }

function upToOf(part: CheckPart): string | null {
  return 'streams' in part && 'upTo' in part.streams ? part.streams.upTo : null
}

/** Checks the parts, and records which were requested and the result. */
async function checking(
  known: StreamsSoFar,
  partsAtOnce: number,
  reportOf: (upTo: string | null) => Promise<CheckReport>,
) {
  const asked: (string | null)[] = []
  let reached = known
  const check: Checker['check'] = (part) => {
    const upTo = upToOf(part)
    asked.push(upTo)
    return reportOf(upTo)
  }
  const onPart = async (soFar: StreamsSoFar) => {
    reached = soFar
  }
  const checker = { partsAtOnce, check }
  let seen: StreamTotals | undefined
  let error: Error | undefined
  try {
    seen = await checkParts(partsBehind(known.upTo), checker, { known, after: 0n, onPart })
  } catch (thrown) {
    error = thrown as Error
  }
  return { asked, reached, seen, error }
}

describe('the parts of a verification', () => {
  test('are checked concurrently, and counted together', async () => {
    const { asked, seen, reached } = await checking(NO_STREAMS, 2, async () => SOUND)
    expect(asked).toEqual([...NAMES, null])
    expect(seen).toEqual({ streams: 5, events: 50, faults: [] })
    expect(reached).toEqual({ upTo: 'd', streams: 4, events: 40 })
  })

  test('count as checked only after all earlier parts', async () => {
    let endFirst = () => {}
    const first = new Promise<void>((resolve) => {
      endFirst = resolve
    })
    const { reached, error } = await checking(NO_STREAMS, 2, async (upTo) => {
      if (upTo === 'a') {
        await first
        throw new Error('the process ends')
      }
      if (upTo === 'c') endFirst()
      return SOUND
    })
    expect(error?.message).toBe('the process ends')
    expect(reached).toEqual(NO_STREAMS)
  })

  test('are checked again by the next run from the first part with a fault', async () => {
    const report = async (upTo: string | null) => (upTo === 'c' ? FAULTY : SOUND)
    const interrupted = await checking(NO_STREAMS, 1, report)
    expect(interrupted.seen?.faults).toEqual(FAULTY.faults)
    expect(interrupted.reached).toEqual({ upTo: 'b', streams: 2, events: 20 })
    const next = await checking(interrupted.reached, 1, report)
    expect(next.asked).toEqual(['c', 'd', null])
    expect(next.seen).toEqual({ streams: 5, events: 50, faults: FAULTY.faults })
  })
})

describe('a run that was interrupted', () => {
  const streams = { upTo: 'deposit-1', streams: 7, events: 20 }
  const house = new Map([[-1026n, -500n]])
  const lines = { position: 9n, transfers: 3, lines: 4, house }

  test('is continued by the next run with its name, until one completes', async () => {
    const run = await openRun(pool, 'command', { savedEveryMs: 0 })
    expect(run.known).toEqual({})
    await run.save({ lines })
    await run.save({ streams })
    expect((await openRun(pool, 'command')).known).toEqual({ lines, streams })
    expect((await openRun(pool, 'reconciliation')).known).toEqual({})
    await run.end()
    expect((await openRun(pool, 'command')).known).toEqual({})
  })

  test('is not continued after a day', async () => {
    const run = await openRun(pool, 'command', { savedEveryMs: 0 })
    await run.save({ streams })
    await pool.query(`update verification_run set saved_at = saved_at - interval '25 hours'`)
    expect((await openRun(pool, 'command')).known).toEqual({})
  })
})

describe('threads of a verification', () => {
  /** A thread that exits at its first part, or reports it. */
  class Thread extends EventEmitter {
    readonly #dies: boolean
    constructor(dies: boolean) {
      super()
      this.#dies = dies
    }
    postMessage() {
      setImmediate(() => (this.#dies ? this.emit('exit', 1) : this.emit('message', SOUND)))
    }
    async terminate() {}
  }
  const part: CheckPart = { streams: { after: '', upTo: null }, after: 0n }
  const order = { databaseUrl: '', withPrices: true }

  test('are replaced when they die, and their part is checked again', async () => {
    const opened: Thread[] = []
    const open = () => {
      opened.push(new Thread(opened.length < 2))
      return opened.at(-1) as unknown as Worker
    }
    const work = (checker: Checker) => Promise.all([checker.check(part), checker.check(part)])
    expect(await withCheckThreads(order, work, open)).toEqual([SOUND, SOUND])
    expect(opened).toHaveLength(4)
  })

  test('stop the verification if every one of them dies', async () => {
    const open = () => new Thread(true) as unknown as Worker
    const work = (checker: Checker) => checker.check(part)
    await expect(withCheckThreads(order, work, open)).rejects.toThrow('has ended')
  })

  test('find the same as a run in this thread', async () => {
    await pool.query(`
      insert into document (stream, kind, status, waiting, version, hash, data)
      values ('deposit-left', 'deposit', 'pending', true, 1, '', '{}')`)
    const found = await withCheckThreads({ databaseUrl: url, withPrices: true }, (checker) =>
      inspectWith(pool, checker),
    )
    const [fault] = (await inspectLedger(pool, FEATURES.aggregates)).faults
    expect(fault).toMatchObject({ fault: 'deposit-left has a document and no events' })
    expect(found.faults[0]).toEqual(fault)
  })
})
