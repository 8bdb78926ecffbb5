import { Worker } from 'node:worker_threads'
import type { Pool } from 'pg'
import type { NumberRange } from '#server/events/read-ahead.ts'
import type { MasterKeys } from '#server/platform/cipher.ts'
import { nextMessage } from '#server/platform/next-message.ts'
import type { BuiltShare } from './build-tree.ts'
import type { LeafRecords } from './leaf-records.ts'
import type { OwedRows } from './read-owed.ts'
import { Load, type Turns, withTurns } from './turns.ts'

/** What a thread is started with. */
export interface LiabilitiesThread {
  readonly databaseUrl: string
  readonly masterKeys: readonly Uint8Array[]
  /** The cell of a {@link Load}. */
  readonly load: Int32Array<SharedArrayBuffer>
}

/**
 * add: add what is owed to some users. take: return the leaves added so far, by asset. build: build
 * the tiles of a share of the leaves of one asset.
 */
export type ThreadOrder =
  | { readonly add: { rows: OwedRows; position: number } }
  | { readonly take: true }
  | {
      readonly build: {
        statementId: string
        asset: string
        position: number
        parts: readonly LeafRecords[]
        share: NumberRange
      }
    }

export type ThreadResponse =
  | { readonly added: true }
  | { readonly collected: ReadonlyMap<string, LeafRecords> }
  | { readonly built: BuiltShare }

const THREAD = new URL('../../liabilities-thread.ts', import.meta.url)
/** As many as in the measurements of docs/product.md; a server needs its other processors. */
const THREADS = 2
/** Without limits, the memory of each thread would grow before garbage is collected. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

type Ask = (order: ThreadOrder) => Promise<ThreadResponse>

export interface Threads {
  readonly load: Pick<Load, 'isHigh'>
  /** Runs work elsewhere that occupies a processor like a thread would. */
  readonly turn: Turns['take']
  /** Runs something on the next free thread. */
  readonly ask: Ask
  /** Gives each thread its part of the work, while they do nothing else. */
  each<T>(work: (ask: Ask) => Promise<T>): Promise<T[]>
}

/**
 * Runs work with threads that end with it; at any time either all of them or one may be working.
 */
export async function withThreads<T>(
  { databaseUrl, masterKeys }: { databaseUrl: string; masterKeys: MasterKeys },
  pool: Pool,
  work: (threads: Threads) => Promise<T>,
): Promise<T> {
  const load = new Load()
  const workerData: LiabilitiesThread = { databaseUrl, masterKeys, load: load.cell }
  const threads = Array.from({ length: THREADS }, () => {
    const thread = new Worker(THREAD, { workerData, execArgv: [], resourceLimits: LIMITS })
    // `responseOf` reports the failure of an order. Without a listener, an error in an idle thread
    // would end the process.
    thread.on('error', () => {})
    return thread
  })
  try {
    return await withTurns(pool, { most: THREADS, load }, (turns) => {
      const free = [...threads]
      return work({
        load,
        turn: turns.take,
        ask: (order) =>
          turns.take(async () => {
            // There are never more turns than threads.
            const thread = free.pop() as Worker
            try {
              return await responseOf(thread, order)
            } finally {
              free.push(thread)
            }
          }),
        each: (own) =>
          Promise.all(
            threads.map((thread) => own((order) => turns.take(() => responseOf(thread, order)))),
          ),
      })
    })
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

function responseOf(thread: Worker, order: ThreadOrder): Promise<ThreadResponse> {
  const response = nextMessage<ThreadResponse>(thread, 'a thread of the statement of liabilities')
  thread.postMessage(order)
  return response
}
