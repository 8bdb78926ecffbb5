import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'

/** A row of the person table without a stream, for tests that need only the row. */
export async function newPerson(pool: Pool): Promise<string> {
  const userId = randomUUID()
  const unique = userId.slice(0, 8)
  await pool.query(
    `insert into person (user_id, display_id, email, full_name, phone, created_at)
     values ($1, $2, $2, '', '', now())`,
    [userId, unique],
  )
  return userId
}
