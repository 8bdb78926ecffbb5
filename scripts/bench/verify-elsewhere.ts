import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { VerifyResult } from './verify-run.ts'

/**
 * Runs the checks of the ledger in a separate process, like `npm run verify:ledger`: loading has used
 * memory in this one. Throws if they find a fault.
 */
export async function verifyElsewhere(
  url: string,
  scope: 'full' | 'incremental',
): Promise<VerifyResult> {
  const child = fork(join(import.meta.dirname, 'verify-run.ts'), [url, scope])
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the checks ended with ${code}`)
  })
  ended.catch(() => {})
  const [result] = await Promise.race([once(child, 'message'), ended])
  return result as VerifyResult
}
