import * as z from 'zod/mini'
import { eventFollower } from '#server/events/follower.ts'
import { removeSecondFactor } from '#server/identity/second-factor-removal.ts'

const reset = z.object({ userId: z.string(), resetAt: z.string() })

/** Follows the log and deletes second factors whose reset was approved by a second person. */
export const appliedResets = eventFollower({
  name: 'second-factor-resets',
  types: ['SecondFactorReset'],
  newTypes: 'past',
  handle: async (events, transaction) => {
    for (const { data, metadata, position } of events) {
      const { userId, resetAt } = reset.parse(data)
      const key = `second factor reset ${position}`
      await removeSecondFactor(transaction, { userId, resetAt, metadata, key })
    }
  },
})
