import { handleCommand } from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import { type StaffAccess, staffAccessTask } from '#server/identity/staff-access.ts'
import { handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { isStaff, type Role } from '#shared/rules/permissions.ts'
import { staffAccess } from './decider.ts'
import type { StaffAccessEvent } from './events.ts'

type Needs = Pick<Services, 'pool' | 'log'>

export function staffAccessTasks(needs: Needs): TaskHandler[] {
  return [handleTask(staffAccessTask, (access) => record(needs, access))]
}

/** Records an attempt once; does nothing if it does not concern staff. */
async function record({ pool, log }: Needs, { who, outcome, at, key }: StaffAccess): Promise<void> {
  const [column, value] = 'userId' in who ? ['user_id', who.userId] : ['email', who.email]
  const { rows } = await pool.query<{ user_id: string; user_no: string }>(
    `select user_id, user_no from person where ${column} = $1`,
    [value],
  )
  const [person] = rows
  const userId = person?.user_id ?? ''
  const document = await log.readDocument<{ readonly role: Role }>(`user-${userId}`)
  if (!person || !document || !isStaff(document.state.role)) return
  const isOwnAct = outcome.type !== 'sign-in-failed'
  await handleCommand(log, {
    aggregate: staffAccess,
    id: userId,
    owner: BigInt(person.user_no),
    key: null,
    systemKey: `staff access ${userId} ${key}`,
    requestHash: requestHash({ userId, outcome }),
    metadata: {
      actor: isOwnAct ? { kind: 'admin', id: userId } : { kind: 'visitor' },
      at,
      correlation: key,
    },
    decideWith: () => eventOf(userId, outcome, at),
  })
}

function eventOf(userId: string, outcome: StaffAccess['outcome'], at: string): StaffAccessEvent {
  switch (outcome.type) {
    case 'signed-in':
      return { type: 'StaffSignedIn', data: { userId, signedInAt: at } }
    case 'sign-in-failed':
      return { type: 'StaffSignInFailed', data: { userId, failedAt: at, code: outcome.code } }
    case 'refused': {
      const { code, route } = outcome
      return { type: 'StaffAttemptRefused', data: { userId, refusedAt: at, code, route } }
    }
  }
}
