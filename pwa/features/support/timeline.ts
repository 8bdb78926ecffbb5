import type { SupportMessage } from '#shared/contract/support.ts'
import type { UnsentMessage } from './outgoing.ts'

type Side = SupportMessage['sender_type']

export type TimelineItem = {
  readonly key: string
  readonly isOwn: boolean
  readonly from: Side
  /** The first of several in a row from the same side: it carries the name. */
  readonly beginsRun: boolean
} & ({ readonly message: SupportMessage } | { readonly unsent: UnsentMessage })

/** A conversation as its log shows it: what has arrived, then what is on its way. */
export function timelineOf(
  messages: readonly SupportMessage[],
  unsent: readonly UnsentMessage[],
  reader: Side,
): TimelineItem[] {
  const items = [
    ...messages.map((message) => ({ key: message.id, from: message.sender_type, message })),
    ...unsent.map((entry) => ({ key: entry.id, from: reader, unsent: entry })),
  ]
  return items.map((item, index) => ({
    ...item,
    isOwn: item.from === reader,
    beginsRun: items[index - 1]?.from !== item.from,
  }))
}

/** The last message of the other side, if the reader has not read it. */
export function unreadFor(messages: readonly SupportMessage[], reader: Side): string | undefined {
  const last = messages.findLast(({ sender_type }) => sender_type !== reader)
  return last && !last.is_read ? last.id : undefined
}
