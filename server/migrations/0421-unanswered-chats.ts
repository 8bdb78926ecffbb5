export const oldestServer = 'any'
export const canWait = true

/** Conversations in which a user waits for an answer, the latest message first. */
export const indexes = [
  {
    name: 'listed_unanswered',
    definition: `on listed ((data ->> 'lastMessageAt'), stream)
      where kind = 'conversation' and status = 'open' and data ->> 'lastSender' = 'user'`,
  },
]
