import * as z from 'zod/mini'
import { defineEvents } from '#server/events/event-definition.ts'
import { ROLES } from '#shared/rules/permissions.ts'

/** Until when nothing can be withdrawn after the change; missing in earlier events. */
const hold = { holdEndsAt: z.optional(z.string()) }

/** What happens to a user. Personal data (name, e-mail, phone) is never in an event. */
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
  /** Staff had the user mailed a link by which they set a new password. */
  ResetLinkSent: z.object({ sentAt: z.string() }),
  SecondFactorEnabled: z.object({ enabledAt: z.string() }),
  SecondFactorDisabled: z.object({ disabledAt: z.string(), ...hold }),
  /** Two parties held its refresh secret: an outdated one came back, or another device sent it. */
  SessionReused: z.object({ endedAt: z.string() }),
  SessionCopied: z.object({ endedAt: z.string() }),
  /** The old and the new name are personal data and never recorded here. */
  NameChanged: z.object({ changedAt: z.string() }),
  PasskeyAdded: z.object({
    passkeyId: z.string(),
    /** base64url; with it anyone can check what the passkey signed. */
    credentialId: z.string(),
    /** COSE, base64url. */
    publicKey: z.string(),
    addedAt: z.string(),
  }),
  /** Its name may be personal, and is kept with the passkey. */
  PasskeyRenamed: z.object({ passkeyId: z.string(), renamedAt: z.string() }),
  PasskeyRemoved: z.object({ passkeyId: z.string(), removedAt: z.string(), ...hold }),
  /** The old ones no longer work. */
  RecoveryCodesRenewed: z.object({ renewedAt: z.string() }),
  /** By the link in a mail. */
  WithdrawalsFrozen: z.object({ until: z.string(), frozenAt: z.string() }),
  RoleGranted: z.object({ role: z.enum(ROLES), reason: z.string() }),
  UserDisabled: z.object({ disabledAt: z.string() }),
  UserEnabled: z.object({ enabledAt: z.string() }),
  CreditScoreChanged: z.object({ creditScore: z.number(), changedAt: z.string() }),
  UserDeleted: z.object({ deletedAt: z.string() }),
})

declare module '#server/events/catalog.ts' {
  interface EventRegistry {
    user: typeof userEvents
  }
}
