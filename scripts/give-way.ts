import type { ChildProcess } from 'node:child_process'
import { lowerPriority } from '#server/platform/low-priority.ts'

/** A quarter of a normal share of processor time when other processes are busy. */
const NICENESS = 6
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Lowers the priority of a `detached` process that has just started. */
export function giveWay(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  lowerPriority(pid, NICENESS)
  endWithThisProcess(child, pid)
}

/** Ctrl-C in a terminal does not reach a process in another session. */
function endWithThisProcess(child: ChildProcess, pid: number): void {
  const end = () => void process.kill(-pid)
  const exit = () => process.exit(1)
  process.once('exit', end)
  for (const signal of SIGNALS) process.once(signal, exit)
  child.once('exit', () => {
    process.off('exit', end)
    for (const signal of SIGNALS) process.off(signal, exit)
  })
}
