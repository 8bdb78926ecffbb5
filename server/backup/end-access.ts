import type { Client } from 'pg'

/**
 * Everything that gives access without a password. Deleting a session deletes its tokens, proofs
 * and push subscriptions. Links that freeze withdrawals stay, because they give no access.
 */
const WAYS_IN = ['session', 'recovery', 'sign_up', 'passkey_challenge']

export interface EndedAccess {
  readonly sessions: number
  /** Links of recovery and confirmation mails. */
  readonly links: number
}

/**
 * Ends every session and every link of a restored database. Some were ended or used after the
 * backup, and it is no longer known which.
 */
export async function endAccess(client: Client): Promise<EndedAccess> {
  const counts = new Map<string, number>()
  await client.query('begin')
  for (const table of WAYS_IN) {
    const { rowCount } = await client.query(`delete from ${table}`)
    counts.set(table, rowCount ?? 0)
  }
  await client.query('commit')
  const countOf = (table: string) => counts.get(table) ?? 0
  return { sessions: countOf('session'), links: countOf('recovery') + countOf('sign_up') }
}
