import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Checker, CheckPart, CheckReport } from '#server/ledger/checker.ts'
import { nextMessage } from '#server/platform/next-message.ts'

/** What a thread is started with. */
export interface CheckThreadOrder {
  readonly databaseUrl: string
  /** false: skips the check of recorded prices. */
  readonly withPrices: boolean
}

const THREAD = new URL('./verify-thread.ts', import.meta.url)
/** Compiling the features takes each thread a second and memory. Node works without this cache. */
const COMPILED = join(import.meta.dirname, '../.cache/compiled')
const THREADS_MAX = 4
/** Without limits, V8 lets each heap grow before it collects garbage. */
const LIMITS = { maxOldGenerationSizeMb: 104, maxYoungGenerationSizeMb: 8 }
/** If a thread dies, it is replaced and its part is repeated. */
const ATTEMPTS = 3

/**
 * Runs work with a checker that has one thread per processor. Only the threads load the features,
 * which take half of the memory of a small process.
 */
export async function withCheckThreads<T>(
  order: CheckThreadOrder,
  work: (checker: Checker) => Promise<T>,
  openThread: () => Worker = () => threadOf(order),
): Promise<T> {
  const partsAtOnce = Math.max(2, Math.min(availableParallelism(), THREADS_MAX))
  const idle: Worker[] = []
  const opened = new Set<Worker>()
  const waiting: (() => void)[] = []
  let left = partsAtOnce
  const attempt = async (part: CheckPart): Promise<CheckReport> => {
    const thread = idle.pop() ?? openThread()
    opened.add(thread)
    const report = await reportOf(thread, part)
    idle.push(thread)
    return report
  }
  const check = async (part: CheckPart): Promise<CheckReport> => {
    if (left === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else left -= 1
    try {
      return await repeated(ATTEMPTS, () => attempt(part))
    } finally {
      const next = waiting.shift()
      if (next) next()
      else left += 1
    }
  }
  try {
    return await work({ partsAtOnce, check })
  } finally {
    await Promise.all([...opened].map((thread) => thread.terminate()))
  }
}

async function repeated<T>(attempts: number, work: () => Promise<T>): Promise<T> {
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

function threadOf(order: CheckThreadOrder): Worker {
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env }
  const thread = new Worker(THREAD, {
    workerData: order,
    env,
    execArgv: [],
    resourceLimits: LIMITS,
  })
  // `reportOf` reports the failure of a check. Without a listener, an error in an idle thread would
  // end the process.
  thread.on('error', () => {})
  return thread
}

function reportOf(thread: Worker, part: CheckPart): Promise<CheckReport> {
  const report = nextMessage<CheckReport>(thread, 'a thread of the verification')
  thread.postMessage(part)
  return report
}
