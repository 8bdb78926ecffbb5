import { writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

const NICENESS_MAX = 19

/**
 * Lets a `detached` process that has just started, and all processes that it starts, compute mostly
 * while others wait. Linux divides the time among sessions first, each of which has a niceness of
 * its own, and only then among the processes of a session.
 *
 * @param niceness added to that of this process: 3 halves the share, 6 quarters it
 */
export function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + niceness, NICENESS_MAX))
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness))
  } catch {
    // It has already ended, or this is another system, which divides time only among processes.
  }
}
