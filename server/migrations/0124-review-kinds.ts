import { type Kysely, sql } from 'kysely'

/** Review times name a kind of request by the kind of its streams, as everything else does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update review_time set kind = 'spot-order' where kind = 'order'`.execute(db)
}
