import type { PoolClient } from 'pg'

/**
 * Makes an append under a guard fail if its decision was made before this transaction commits.
 * Statements after it also see what appends under the guard have committed.
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
