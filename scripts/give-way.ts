import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/** A quarter of the usual share while others leave nothing. */
const NICENESS = 6
const NICENESS_MAX = 19
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Lets a `detached` process that has just started, and all that it will start, compute mostly while
 * others wait. Linux divides the time among sessions first, each of which has a niceness of its
 * own, and only then among the processes of a session.
 */
export function giveWay(child: ChildProcess): void {
  const { pid } = child
  if (pid === undefined) return
  setPriority(pid, Math.min(getPriority() + NICENESS, NICENESS_MAX))
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS))
  } catch {
    // Other systems divide the time among processes alone.
  }
  endWithThisProcess(child, pid)
}

/** Ctrl-C in a terminal does not reach another session. */
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
