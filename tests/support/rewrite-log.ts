import type { Pool } from 'pg'
import { allFollowers } from '#server/background.ts'
import { registerFollower, stepFollower } from '#server/events/follower-steps.ts'
import { transferSides } from '#server/events/transfer-sides.ts'
import { FEATURES } from '#server/features/index.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { projectionFollowers } from '#server/projections/runner.ts'

const FOLDED = FEATURES.projections.filter(({ inline }) => !inline).map(({ table }) => table)

/** Changes the log in one transaction, as the owner of the tables can while no server runs. */
export async function rewriteLog(pool: Pool, ...statements: readonly string[]): Promise<void> {
  await inTransaction(pool, async (transaction) => {
    for (const statement of statements) await transaction.query(statement)
  })
}

/** Statements that delete everything a user ever did, without a gap in the positions. */
export function withoutUser(userNo: bigint): string[] {
  const streams = `select stream from document where owner = ${userNo}`
  return [
    `create temp table dropped on commit drop as ${streams}`,
    'delete from event where stream in (select stream from dropped)',
    'delete from document where stream in (select stream from dropped)',
    ...RENUMBERED,
    'delete from balance',
    `insert into balance select account, sum(amount) from (${transferSides('true')}) as side
     where account > 0 group by account`,
  ]
}

/** Renumber the positions without gaps. Hashes do not cover them. */
export const RENUMBERED = [
  `update event set position = -place from (
     select position as was, row_number() over (order by position) as place from event
   ) as counted where position = was`,
  'update event set position = -position',
]

/** Deletes the signatures from the database. */
export const SIGNATURES_FORGOTTEN = ['truncate log_tile, log_checkpoint']

/** Folds every projection again, as after a change of its code. */
export async function foldAgain(pool: Pool): Promise<void> {
  await pool.query(`truncate ${FOLDED.join(', ')}`)
  await pool.query('delete from checkpoint')
  const projections = new Set(projectionFollowers(FEATURES.projections).map(({ name }) => name))
  for (const follower of allFollowers().filter(({ name }) => projections.has(name))) {
    await registerFollower(pool, follower)
    while ((await stepFollower(pool, follower, FEATURES.catalog)) !== 'level') {}
  }
}
