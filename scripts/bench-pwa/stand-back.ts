import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Lets a process, and what it starts, have only what the browser leaves: on a phone neither the
 * server nor an instrument takes anything from the page that is measured.
 */
export function standBack({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
}
