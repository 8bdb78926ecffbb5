import * as z from 'zod/mini'
import { defineEvents } from '#server/events/event-definition.ts'
import { ROLES } from '#shared/rules/permissions.ts'

/** What happens to a user. Who the person is (name, e-mail, phone) never stands here. */
export const userEvents = defineEvents({
  UserSignedUp: {
    version: 1,
    schema: z.object({
      displayId: z.string(),
      creditScore: z.number(),
      signedUpAt: z.string(),
    }),
  },
  EmailConfirmed: {
    version: 1,
    schema: z.object({ confirmedAt: z.string() }),
  },
  PasswordChanged: {
    version: 1,
    schema: z.object({
      /** The owner with the old password, the owner through a recovery mail, or staff. */
      by: z.enum(['owner', 'recovery', 'admin']),
      changedAt: z.string(),
    }),
  },
  SecondFactorEnabled: {
    version: 1,
    schema: z.object({ enabledAt: z.string() }),
  },
  SecondFactorDisabled: {
    version: 1,
    schema: z.object({ disabledAt: z.string() }),
  },
  RoleGranted: {
    version: 1,
    schema: z.object({ role: z.enum(ROLES), reason: z.string() }),
  },
  UserDisabled: {
    version: 1,
    schema: z.object({ disabledAt: z.string() }),
  },
  UserEnabled: {
    version: 1,
    schema: z.object({ enabledAt: z.string() }),
  },
  CreditScoreChanged: {
    version: 1,
    schema: z.object({ creditScore: z.number(), changedAt: z.string() }),
  },
  UserDeleted: {
    version: 1,
    schema: z.object({ deletedAt: z.string() }),
  },
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    user: typeof userEvents
  }
}
