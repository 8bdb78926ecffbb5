import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '#server/platform/low-priority.ts'
import type { Counted, OnProgress, StatementOrder } from './make-statement.ts'

/** What the process says, in this order: how far it is, several times; then how it ended. */
export type StatementMessage =
  | { readonly progress: Parameters<OnProgress> }
  | { readonly counted: Counted; readonly cost: StatementCost }
  | { readonly fault: string }

/** What a statement took, without PostgreSQL. */
export interface StatementCost {
  /** Of the processors. */
  readonly cpuS: number
  /** At its peak. */
  readonly megabytes: number
}

const PROCESS = fileURLToPath(new URL('../../liabilities-process.ts', import.meta.url))
/** About a tenth of the usual share while others leave nothing. */
const NICENESS = 10

/**
 * Makes a statement in a separate process, which computes while this server and PostgreSQL wait, and
 * whose memory is free when it ends. It ends with this process.
 *
 * @throws what went wrong there, or that it was stopped
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
