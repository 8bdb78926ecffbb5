import type { AuditDetails } from '#server/feature.ts'
import { inUtc } from '#shared/format.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { textOf } from '#shared/text/t.ts'
import type { userEvents } from './events.ts'

/** The audit details of user events. */
export const userDetails: AuditDetails<typeof userEvents> = {
  PasswordChanged: ({ by }) =>
    textOf(
      '{by, select, owner {Changed by its owner} recovery {Reset through a recovery email} other {Set by staff}}',
      { by },
    ),
  WithdrawalsFrozen: ({ until }) => textOf('Until {time}', { time: inUtc(until) }),
  RoleGranted: ({ role }) =>
    textOf('{role, select, staff {New role: staff} other {New role: customer}}', {
      role: isStaff(role) ? 'staff' : role,
    }),
  CreditScoreChanged: ({ creditScore }) => textOf('New score: {score}', { score: creditScore }),
}
