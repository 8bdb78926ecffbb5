import type { ChildProcess } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of a process and its children below the browser's: on a phone, neither the
 * server nor a measuring tool competes with the page.
 */
export function standBack({ pid }: ChildProcess): void {
  if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW)
}
