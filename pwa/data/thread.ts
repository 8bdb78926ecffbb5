import type { SupportMessage } from '#shared/contract/support.ts'

type Messages = readonly SupportMessage[]

/** A longer gap is not filled: only the latest page is shown. */
const GAP_PAGES_MAX = 10

/** Whether messages are missing between two parts of a conversation. */
export function isApart(one: Messages, other: Messages): boolean {
  const [first, last] = [one[0], one.at(-1)]
  const [otherFirst, otherLast] = [other[0], other.at(-1)]
  if (!first || !last || !otherFirst || !otherLast) return false
  return otherFirst.number > last.number + 1 || first.number > otherLast.number + 1
}

/**
 * Two parts of a conversation as one, oldest message first. The newer copy of a message wins, but a
 * message that was read stays read.
 */
export function joined(known: Messages, newer: Messages): SupportMessage[] {
  if (isApart(known, newer)) return [...newer]
  const byNumber = new Map(known.map((message) => [message.number, message]))
  for (const message of newer) {
    const old = byNumber.get(message.number)
    const { is_read, read_at } = old?.is_read ? old : message
    byNumber.set(message.number, { ...message, is_read, read_at })
  }
  return withReadMarks([...byNumber.values()].sort((one, other) => one.number - other.number))
}

/**
 * The known messages joined with the latest page. A gap between them is fetched page by page, from
 * the last known message on.
 */
export async function bridged(
  known: Messages,
  latest: Messages,
  fetchAfter: (number: number) => Promise<Messages>,
): Promise<SupportMessage[]> {
  let reached = known
  for (let pages = 0; pages < GAP_PAGES_MAX && isApart(reached, latest); pages += 1) {
    const page = await fetchAfter(reached.at(-1)?.number ?? 0)
    if (page.length === 0) break
    reached = joined(reached, page)
  }
  return joined(reached, latest)
}

/** Reading a message marks the earlier ones of the same side as read. */
function withReadMarks(messages: Messages): SupportMessage[] {
  const readAt: Partial<Record<SupportMessage['sender_type'], string | null>> = {}
  return messages
    .toReversed()
    .map((message) => {
      const side = message.sender_type
      if (message.is_read) readAt[side] = message.read_at
      const later = readAt[side]
      return message.is_read || later === undefined
        ? message
        : { ...message, is_read: true, read_at: later }
    })
    .reverse()
}
