import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '#server/platform/low-priority.ts'
import type { Counted, OnProgress, StatementOrder } from './make-statement.ts'

/** The messages of the process, in order: its progress, several times; then the result. */
export type StatementMessage =
  | { readonly progress: Parameters<OnProgress> }
  | { readonly counted: Counted; readonly cost: StatementCost }
  | { readonly fault: string }

/** What a statement cost, excluding PostgreSQL. */
export interface StatementCost {
  /** Processor time. */
  readonly cpuS: number
  /** Peak memory. */
  readonly megabytes: number
}

const PROCESS = fileURLToPath(new URL('../../liabilities-process.ts', import.meta.url))
/** About a tenth of a normal share of processor time when other processes are busy. */
const NICENESS = 10

/**
 * Makes a statement in a separate process, which runs at a low priority next to this server and
 * PostgreSQL, and releases its memory when it ends. It is killed when this process stops.
 *
 * @throws the error of that process, or that it was stopped
 *
 * Source: docs/decisions/0221-statements-are-made-in-a-process.md
 */
export function makeStatementApart(
  order: StatementOrder,
  stopping: AbortSignal,
  onProgress: OnProgress,
): Promise<{ counted: Counted; cost: StatementCost }> {
  const { promise, resolve, reject } = Promise.withResolvers<{
    counted: Counted
    cost: StatementCost
  }>()
  const child = fork(PROCESS, {
    detached: true,
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid, NICENESS)
  const stop = () => void child.kill('SIGKILL')
  stopping.addEventListener('abort', stop)
  child.on('message', (message: StatementMessage) => {
    if ('progress' in message) onProgress(...message.progress)
    else if ('fault' in message) reject(new Error(message.fault))
    else resolve(message)
  })
  child.once('error', reject)
  child.once('exit', () => {
    stopping.removeEventListener('abort', stop)
    reject(new Error('the statement of liabilities was stopped before its end'))
  })
  child.send(order, (error) => error && reject(error))
  return promise
}
