import type { PoolClient } from 'pg'

/**
 * Makes an append under a guard fail if it was decided before this transaction commits. Later
 * statements of the transaction see everything that was committed under the guard.
 */
export async function raiseGuard(
  transaction: Pick<PoolClient, 'query'>,
  name: string,
): Promise<void> {
  await transaction.query(
    `insert into guard as known (name, version) values ($1, 1)
     on conflict (name) do update set version = known.version + 1`,
    [name],
  )
}
