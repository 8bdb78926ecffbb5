import * as z from 'zod/mini'
import { ROLES } from '#shared/rules/permissions.ts'
import { defineEvents } from './event-definition.ts'

/** What happens to a user. Who the person is (name, e-mail, phone) never stands here. */
export const userEvents = defineEvents({
  UserSignedUp: {
    version: 1,
    schema: z.object({
      displayId: z.string(),
      creditScore: z.number(),
      signedUpAt: z.string(),
    }),
    readBy: ['daily-figures'],
  },
  EmailConfirmed: {
    version: 1,
    schema: z.object({ confirmedAt: z.string() }),
    readBy: [],
  },
  PasswordChanged: {
    version: 1,
    schema: z.object({
      /** The owner with the old password, the owner through a recovery mail, or staff. */
      by: z.enum(['owner', 'recovery', 'admin']),
      changedAt: z.string(),
    }),
    readBy: ['identity-mails'],
  },
  SecondFactorEnabled: {
    version: 1,
    schema: z.object({ enabledAt: z.string() }),
    readBy: ['identity-mails'],
  },
  SecondFactorDisabled: {
    version: 1,
    schema: z.object({ disabledAt: z.string() }),
    readBy: ['identity-mails'],
  },
  RoleGranted: {
    version: 1,
    schema: z.object({ role: z.enum(ROLES), reason: z.string() }),
    readBy: [],
  },
  UserDisabled: {
    version: 1,
    schema: z.object({ disabledAt: z.string() }),
    readBy: [],
  },
  UserEnabled: {
    version: 1,
    schema: z.object({ enabledAt: z.string() }),
    readBy: [],
  },
  CreditScoreChanged: {
    version: 1,
    schema: z.object({ creditScore: z.number(), changedAt: z.string() }),
    readBy: [],
  },
  UserDeleted: {
    version: 1,
    schema: z.object({ deletedAt: z.string() }),
    readBy: [],
  },
})
