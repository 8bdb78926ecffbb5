import type { Queryable } from '#server/projections/documents.ts'

interface FoundMessage {
  readonly from: MessageSide
  /** Its number among the messages of that side. */
  readonly sideNumber: number
}

export type MessageSide = 'user' | 'admin'

/** The message with this id; undefined if no event of the user's conversation names it. */
export async function findMessage(
  db: Queryable,
  { userId, id }: { readonly userId: string; readonly id: string },
): Promise<FoundMessage | undefined> {
  const { rows } = await db.query<{ type: string; data: { sideNumber: number } }>({
    name: 'one message',
    text: `select type, data from event where stream = $1 and data ->> 'messageId' = $2`,
    values: [`conversation-${userId}`, id],
  })
  const [row] = rows
  return row && { from: sideOf(row.type), sideNumber: row.data.sideNumber }
}

/** Who wrote a message, by the type of its event. */
export function sideOf(type: string): MessageSide {
  return type === 'UserMessageSent' ? 'user' : 'admin'
}
