import { handleCommand } from '#server/events/handle-command.ts'
import { findMessage } from '#server/facts/support-messages.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import type { StoredUpload } from '#server/platform/upload-rows.ts'
import { onRequest } from '#server/reviews/on-request.ts'
import type { Services } from '#server/services.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { messageIdOf } from '#shared/rules/message-id.ts'
import { isUrgent } from '#shared/rules/support.ts'
import {
  clearUrgency,
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
  /** The user whose conversation it belongs to. */
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
  const messageId = messageIdOf(cause.key.actorId, cause.key.header)
  await keepText(pool, { id: messageId, userId, text })
  // The picture was uploaded by staff but belongs to a stream of the user, so it must be kept
  // explicitly.
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
          urgent: isUrgent(text),
        },
        { at: cause.metadata.at },
      ),
  })
  if (!isRefusal(result)) return { number: result.state.messageCount }
  await dropText(pool, messageId)
  return result
}

/** Marks a message and earlier ones as read. A second reader changes nothing and is not refused. */
export async function markRead(
  { log, pool }: Needs,
  { userId, id, writtenBy, cause }: { userId: string; id: string; writtenBy: Side; cause: Cause },
): Promise<Refusal | undefined> {
  const message = await findMessage(pool, { userId, id })
  if (message?.from !== writtenBy) return refuse('item.unknown')
  const conversation = { aggregate: conversations, id: userId, cause }
  const result = await onRequest(log, conversation, (state) =>
    readMessages(state, { writtenBy, upTo: message.sideNumber }, { at: cause.metadata.at }),
  )
  if (isRefusal(result) && result.refused !== 'support.read_already') return result
}

export async function changeActive(
  { log }: Pick<Needs, 'log'>,
  { userId, isActive, cause }: { userId: string; isActive: boolean; cause: Cause },
): Promise<Refusal | undefined> {
  const result = await onRequest(log, { aggregate: conversations, id: userId, cause }, (state) =>
    setActive(state, { isActive }, { at: cause.metadata.at }),
  )
  return isRefusal(result) ? result : undefined
}

export async function markNotUrgent(
  { log }: Pick<Needs, 'log'>,
  { userId, cause }: { userId: string; cause: Cause },
): Promise<Refusal | undefined> {
  const result = await onRequest(log, { aggregate: conversations, id: userId, cause }, (state) =>
    clearUrgency(state, { at: cause.metadata.at }),
  )
  return isRefusal(result) ? result : undefined
}
