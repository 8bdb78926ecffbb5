import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { idempotencyKey } from '#server/events/idempotency.ts'
import type { Cause } from '#server/platform/mount.ts'
import type { StoredUpload } from '#server/platform/uploads.ts'
import { findMessage } from '#server/projections/conversations.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  type ConversationState,
  conversations,
  readMessages,
  type Side,
  sendMessage,
  setActive,
} from './decider.ts'
import { dropText, keepText } from './message-texts.ts'

type Needs = Pick<Services, 'log' | 'pool' | 'uploads'>

export interface Outgoing {
  readonly from: Side
  /** Whose conversation it belongs to. */
  readonly userId: string
  readonly sentBy: string
  readonly message?: string | undefined
  readonly picture?: StoredUpload | undefined
  readonly cause: Cause
}

/** Sends a message. @returns its number in the conversation */
export async function send(
  { log, pool, uploads }: Needs,
  { from, userId, sentBy, message: text = '', picture, cause }: Outgoing,
): Promise<{ readonly number: number } | Refusal> {
  if (text === '' && !picture) return refuse('support.message_empty')
  const userNo = await findUserNo(pool, userId)
  if (userNo === undefined) return refuse('item.unknown')
  const messageId = messageIdOf(cause)
  await keepText(pool, { id: messageId, userId, text })
  // Staff's picture is named by a stream of the user.
  if (picture && from === 'admin') await uploads.keepForGood(picture.id)
  const result = await handleCommand(log, {
    ...cause,
    aggregate: conversations,
    id: userId,
    owner: userNo,
    decideWith: (state) =>
      sendMessage(
        state,
        {
          from,
          userId,
          userNo: String(userNo),
          messageId,
          sentBy,
          picture: picture?.id ?? null,
        },
        { at: cause.metadata.at },
      ),
  })
  if (result.outcome === 'done') return { number: result.state.messageCount }
  await dropText(pool, messageId)
  return result.refusal
}

/** Follows from the command's key, so that a repetition names the same message. A UUID of version 8. */
function messageIdOf({ key }: Cause): string {
  const hash = idempotencyKey(key.actorId, key.header)
  return `${hash.slice(0, 14)}8${hash.slice(15, 19)}a${hash.slice(20)}`
}

/** Marks a message and those before it as read. A second reader does no harm and says nothing. */
export async function markRead(
  { log, pool }: Needs,
  { userId, id, writtenBy, cause }: ReadUpTo,
): Promise<Refusal | undefined> {
  const message = await findMessage(pool, { userId, id })
  if (message?.from !== writtenBy) return refuse('item.unknown')
  const result = await onConversation(log, userId, cause, (state) =>
    readMessages(state, { writtenBy, upTo: message.sideNumber }, { at: cause.metadata.at }),
  )
  if (result.outcome === 'done' || result.refusal.refused === 'support.read_already') return
  return result.refusal
}

export interface ReadUpTo {
  readonly userId: string
  /** The message's id. */
  readonly id: string
  readonly writtenBy: Side
  readonly cause: Cause
}

export async function changeActive(
  { log }: Pick<Needs, 'log'>,
  { userId, isActive, cause }: { userId: string; isActive: boolean; cause: Cause },
): Promise<Refusal | undefined> {
  const result = await onConversation(log, userId, cause, (state) =>
    setActive(state, { isActive }, { at: cause.metadata.at }),
  )
  return result.outcome === 'refused' ? result.refusal : undefined
}

async function onConversation(
  log: Needs['log'],
  userId: string,
  cause: Cause,
  decide: (state: ConversationState) => ReturnType<typeof setActive>,
): Promise<CommandResult<ConversationState>> {
  const known = await log.readDocument<ConversationState>(`${conversations.kind}-${userId}`)
  if (!known) return { outcome: 'refused', refusal: refuse('item.unknown') }
  const owner = BigInt(known.state.userNo)
  const at = { aggregate: conversations, id: userId, owner }
  return handleCommand(log, { ...cause, ...at, decideWith: decide })
}
