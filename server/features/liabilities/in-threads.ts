import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { NumberRange } from '#server/events/read-ahead.ts'
import type { MasterKeys } from '#server/platform/cipher.ts'
import type { BuiltShare } from './build-tree.ts'
import type { LeafRecords } from './leaf-records.ts'

/** What a thread is started with. */
export interface LiabilitiesThread {
  readonly databaseUrl: string
  readonly masterKeys: readonly Uint8Array[]
}

/** Leaves for a range of users, or the tiles of a share of the leaves of one asset. */
export type ThreadOrder =
  | { readonly collect: { snapshot: string; position: number; range: NumberRange } }
  | {
      readonly build: {
        statementId: string
        asset: string
        position: number
        parts: readonly LeafRecords[]
        share: NumberRange
      }
    }

export type ThreadAnswer =
  | { readonly users: number }
  | { readonly collected: ReadonlyMap<string, LeafRecords> }
  | { readonly built: BuiltShare }

const THREAD = new URL('../../liabilities-thread.ts', import.meta.url)
/** As many as the figures of docs/product.md were measured with; a server needs the other processors. */
const THREADS = 2
/** Without limits each thread would grow by what it could still do without collecting garbage. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

/** Has the next thread that is free do something. */
export type RunInThread = (
  order: ThreadOrder,
  onUsers?: (users: number) => void,
) => Promise<ThreadAnswer>

/** Runs work with threads that end with it, or when the process is told to stop. */
export async function withThreads<T>(
  { databaseUrl, masterKeys }: { databaseUrl: string; masterKeys: MasterKeys },
  stopping: AbortSignal,
  work: (run: RunInThread) => Promise<T>,
): Promise<T> {
  const workerData: LiabilitiesThread = { databaseUrl, masterKeys }
  const threads = Array.from({ length: THREADS }, () => {
    const thread = new Worker(THREAD, { workerData, execArgv: [], resourceLimits: LIMITS })
    // What it was asked for hears of its end; an error that is heard by none would end the process.
    thread.on('error', () => {})
    return thread
  })
  const end = () => Promise.all(threads.map((thread) => thread.terminate()))
  const stop = () => void end()
  stopping.addEventListener('abort', stop)
  const free = [...threads]
  const waiting: ((thread: Worker) => void)[] = []
  const run: RunInThread = async (order, onUsers = () => {}) => {
    const thread = free.pop() ?? (await new Promise<Worker>((take) => waiting.push(take)))
    try {
      return await answerOf(thread, order, onUsers)
    } finally {
      const next = waiting.shift()
      if (next) next(thread)
      else free.push(thread)
    }
  }
  try {
    return await work(run)
  } finally {
    stopping.removeEventListener('abort', stop)
    await end()
  }
}

/** @throws what the thread throws, or that it has ended */
async function answerOf(
  thread: Worker,
  order: ThreadOrder,
  onUsers: (users: number) => void,
): Promise<ThreadAnswer> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(thread, 'exit', { signal }).then((): never => {
    throw new Error('a thread of the statement of liabilities was stopped before its end')
  })
  ended.catch(() => {})
  const answered = new Promise<ThreadAnswer>((resolve) => {
    const hear = (answer: ThreadAnswer) => {
      if ('users' in answer) {
        onUsers(answer.users)
        return
      }
      thread.off('message', hear)
      resolve(answer)
    }
    thread.on('message', hear)
  })
  const failed = once(thread, 'error', { signal }).then(([error]): never => {
    throw error
  })
  failed.catch(() => {})
  try {
    thread.postMessage(order)
    return await Promise.race([answered, ended, failed])
  } finally {
    over.abort()
  }
}
