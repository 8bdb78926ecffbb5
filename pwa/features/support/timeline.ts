import type { OutboxRow } from '#pwa/hooks/use-outbox.ts'
import type { MessageDraft } from '#pwa/stores/message-drafts.ts'
import { ACCEPT } from '#pwa/ui/file-drop.tsx'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import {
  PICTURE_BYTES_MAX,
  type replyAsSupport,
  type SupportMessage,
} from '#shared/contract/support.ts'
import { formatBytes } from '#shared/format.ts'
import { messageIdOf } from '#shared/rules/message-id.ts'
import { msg, t } from '#shared/text/t.ts'

type Side = SupportMessage['sender_type']

export type TimelineItem = {
  readonly key: string
  readonly isOwn: boolean
  readonly from: Side
  /** The first of several in a row from the same person: it carries the name. */
  readonly beginsRun: boolean
} & ({ readonly message: SupportMessage } | { readonly unsent: UnsentMessage })

/**
 * A conversation as its log shows it: received messages, then unsent ones. A message can arrive
 * before the response to its submission.
 */
export function timelineOf(
  messages: readonly SupportMessage[],
  unsent: readonly UnsentMessage[],
  reader: Side,
): TimelineItem[] {
  const received = new Set(messages.map(({ id }) => id))
  const missing = unsent.filter(({ messageId }) => !received.has(messageId))
  const items = [
    ...messages.map((message) => ({
      key: message.id,
      from: message.sender_type,
      writer: message.writer,
      message,
    })),
    ...missing.map((entry) => ({
      key: entry.messageId,
      from: reader,
      writer: undefined,
      unsent: entry,
    })),
  ]
  const authorAt = (index: number) => `${items[index]?.from} ${items[index]?.writer ?? ''}`
  return items.map((item, index) => ({
    ...item,
    isOwn: item.from === reader,
    beginsRun: authorAt(index - 1) !== authorAt(index),
  }))
}

/** The last message of the other side, if the reader has not read it. */
export function unreadFor(messages: readonly SupportMessage[], reader: Side): string | undefined {
  const last = messages.findLast(({ sender_type }) => sender_type !== reader)
  return last && !last.is_read ? last.id : undefined
}

/** Why a conversation cannot be shown. Source: docs/product.md, Support. */
export function conversationProblem({ status, message }: { status: number; message: string }) {
  return {
    title: t('Failed to fetch conversation'),
    message:
      status >= 500 ? t('Server error. Please ensure support system is properly set up.') : message,
  }
}

/** A message on its way: what the log shows of it. */
export type UnsentMessage = Pick<
  OutboxRow<typeof replyAsSupport>,
  'id' | 'state' | 'label' | 'createdAtMs' | 'canCancel' | 'canDismiss' | 'cancel' | 'dismiss'
> & {
  /** The id that the message has once it has arrived. */
  readonly messageId: string
  readonly text: string
  readonly hasPicture: boolean
  /** Why it was not accepted, or not at the last attempt. */
  readonly problem: string | undefined
}

interface Written {
  readonly message?: string | undefined
  readonly messageType?: 'text' | 'image' | undefined
}

type Row = Omit<OutboxRow<typeof replyAsSupport>, 'body'> & { readonly body: Written }

/** The text of a failure that brings none. */
export const SEND_FAILED = msg('Failed to send message')
export const CREATE_FAILED = msg('Failed to create conversation')

/** A message waits for a connection once an attempt has failed; before that it is being sent. */
export function unsentOf(
  { body, failure, ...row }: Row,
  { authorId, fallback }: { readonly authorId: string; readonly fallback: string },
): UnsentMessage {
  const isUnderWay = row.state === 'waiting' && !failure
  return {
    ...row,
    ...(isUnderWay ? { label: t('Sending…'), canCancel: false } : {}),
    messageId: messageIdOf(authorId, row.id),
    text: body.message ?? '',
    hasPicture: body.messageType === 'image',
    problem:
      failure && problemOfFailure(failure, { title: t('Error'), message: t(fallback) }).message,
  }
}

export function requestOf({ text, picture }: MessageDraft) {
  return {
    written: {
      message: text.trim(),
      messageType: picture ? ('image' as const) : ('text' as const),
    },
    files: picture ? { picture } : {},
  }
}

/** Whether there is anything to send. Source: docs/product.md, Support. */
export function canSend({ text, picture }: MessageDraft): boolean {
  return picture ? pictureError(picture) === undefined : text.trim() !== ''
}

export function pictureError({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!ACCEPT.image.split(',').includes(type)) return t('Choose a JPEG, PNG, WebP or GIF image.')
  if (size > PICTURE_BYTES_MAX)
    return t('The image is larger than {maximum}.', { maximum: formatBytes(PICTURE_BYTES_MAX) })
  return undefined
}
