import type { Pool } from 'pg'

/**
 * Stores the text before the event that refers to it, under an id derived from the command's key,
 * so that a repetition finds its text already stored.
 */
export async function keepText(
  pool: Pool,
  message: { readonly id: string; readonly userId: string; readonly text: string },
): Promise<void> {
  await pool.query(
    `insert into support_message (id, user_id, text)
     select $1::uuid, user_id, $3::text from person where user_id = $2
     on conflict (id) do nothing`,
    [message.id, message.userId, message.text],
  )
}

/** All texts of a user's conversation, oldest first. */
export async function readTexts(pool: Pool, userId: string): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `select id, text, created_at from support_message
     where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows
}

/** The user whose conversation a message belongs to; undefined if there is no such message. */
export async function findUserOfMessage(pool: Pool, id: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ user_id: string }>(
    'select user_id from support_message where id = $1',
    [id],
  )
  return rows[0]?.user_id
}

/** A refused message leaves no text behind. */
export async function dropText(pool: Pool, id: string): Promise<void> {
  await pool.query(
    `delete from support_message where id = $1 and not exists (
       select from event
       where stream = 'conversation-' || support_message.user_id
         and data ->> 'messageId' = support_message.id::text)`,
    [id],
  )
}
