import * as z from 'zod/mini'
import { defineEvents } from '#server/events/event-definition.ts'
import { ROLES } from '#shared/rules/permissions.ts'

/** Until when withdrawals are blocked after the change; missing in earlier events. */
const hold = { holdEndsAt: z.optional(z.string()) }

/** The role of a member of staff; missing for customers, and in earlier events. */
const asStaff = { role: z.exactOptional(z.enum(ROLES)) }

/** Events of a user. Personal data (name, e-mail, phone) is never in an event. */
export const userEvents = defineEvents({
  UserSignedUp: z.object({
    displayId: z.string(),
    creditScore: z.number(),
    signedUpAt: z.string(),
  }),
  EmailConfirmed: z.object({ confirmedAt: z.string() }),
  PasswordChanged: z.object({
    /** The owner with the old password, the owner through a recovery mail, or staff. */
    by: z.enum(['owner', 'recovery', 'admin']),
    changedAt: z.string(),
    ...hold,
  }),
  /** Staff had a link mailed to the user, with which they set a new password. */
  ResetLinkSent: z.object({ sentAt: z.string() }),
  SecondFactorEnabled: z.object({ enabledAt: z.string() }),
  SecondFactorDisabled: z.object({ disabledAt: z.string(), ...hold }),
  /** Two parties had its refresh secret: a used one was sent again. */
  SessionReused: z.object({ endedAt: z.string() }),
  SessionCopied: z.object({ endedAt: z.string() }),
  /** The old and the new name are personal data and never recorded here. */
  NameChanged: z.object({ changedAt: z.string() }),
  PasskeyAdded: z.object({
    passkeyId: z.string(),
    /** base64url; needed to verify the signatures of the passkey. */
    credentialId: z.string(),
    /** COSE, base64url. */
    publicKey: z.string(),
    addedAt: z.string(),
  }),
  /** The name may be personal, so it is stored with the passkey. */
  PasskeyRenamed: z.object({ passkeyId: z.string(), renamedAt: z.string() }),
  PasskeyRemoved: z.object({ passkeyId: z.string(), removedAt: z.string(), ...hold }),
  /** The old codes no longer work. */
  RecoveryCodesRenewed: z.object({ renewedAt: z.string() }),
  /** Frozen with the link in a mail. */
  WithdrawalsFrozen: z.object({ until: z.string(), frozenAt: z.string() }),
  RoleGranted: z.object({ role: z.enum(ROLES), reason: z.string() }),
  UserDisabled: z.object({ disabledAt: z.string(), ...asStaff }),
  UserEnabled: z.object({ enabledAt: z.string(), ...asStaff }),
  CreditScoreChanged: z.object({ creditScore: z.number(), changedAt: z.string() }),
  UserDeleted: z.object({ deletedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    user: typeof userEvents
  }
}
