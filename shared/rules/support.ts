/** The support chat. Source: docs/product.md, Support. */

export const MESSAGE_LENGTH_MAX = 4000
/** How much of the first message a list of conversations shows. */
export const PREVIEW_LENGTH = 60
/** Messages in one page of a conversation. */
export const MESSAGES_PAGE = 50

/** The word at the beginning of an urgent message, the same in every language. */
export const URGENT = 'URGENT'

/** Whether a message is marked as urgent. */
export function isUrgent(text: string): boolean {
  return /^\s*urgent\b/i.test(text)
}

/** The first message as a list shows it: one line, cut after 60 characters. */
export function previewOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= PREVIEW_LENGTH) return line
  return `${characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`
}

/** Chats that are read but not answered still wait. An earlier server counts only unread ones. */
export function unansweredOf(figures: {
  readonly unansweredConversations?: number | undefined
  readonly unreadConversations: number
}): number {
  return figures.unansweredConversations ?? figures.unreadConversations
}
