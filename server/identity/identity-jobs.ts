import type { EventType } from '#server/events/catalog.ts'
import { eventFollower } from '#server/events/follower.ts'
import type { Features } from '#server/feature.ts'
import { addJob, handleTask, type ScheduledTask, type TaskHandler } from '#server/platform/jobs.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import { FREEZES_COUNTED_DAYS } from '#shared/rules/withdrawal-freeze.ts'
import { DAY_MS } from '#shared/time.ts'
import { DEVICE_COOKIE_DAYS } from './device-cookie.ts'
import type { IdentityContext } from './identity-context.ts'
import { type Notice, noticeTask, sendNotice } from './mails.ts'
import { newDeviceTask, sendNewDevice } from './new-device.ts'
import { ownerMailTask, sendOwnerMail } from './owner-mails.ts'
import { recoverTask, sendRecovery } from './password-change.ts'
import { roleMails } from './role-mails.ts'
import { finishSignUp, finishSignUpTask } from './sign-up.ts'
import { statusMails } from './status-mails.ts'
import { TRUST_MS } from './throttle.ts'
import { recordChange, recordChangeTask } from './user-commands.ts'

/** The durable jobs of identity: its mails, and the events that record changes of secrets. */
export function identityTasks(
  context: IdentityContext,
  features: Pick<Features, 'ownerMails'>,
): TaskHandler[] {
  return [
    handleTask(finishSignUpTask, (payload) => finishSignUp(context, payload)),
    handleTask(recoverTask, (payload) => sendRecovery(context, payload)),
    handleTask(ownerMailTask, (payload) => sendOwnerMail(context, features, payload)),
    handleTask(noticeTask, (payload) => sendNotice(context, payload)),
    handleTask(newDeviceTask, (payload) => sendNewDevice(context, payload)),
    roleMails.handler(context),
    statusMails.handler(context),
    handleTask(recordChangeTask, (payload) => recordChange(context, payload)),
  ]
}

export function identitySchedule(context: IdentityContext): ScheduledTask[] {
  return [{ name: 'identity.clean-up', at: '17 * * * *', run: () => cleanUp(context) }]
}

/** Longer than jobs are retried, so that no mail is sent twice. */
const MAILS_KEPT_MS = 60 * DAY_MS

/** An old link still shows that it expired, and counts as a freeze. */
const LINKS_KEPT_MS = FREEZES_COUNTED_DAYS * DAY_MS

const EXPIRING = [
  'sign_up',
  'recovery',
  'session',
  'access_token',
  'device_proof',
  'passkey_challenge',
  'passkey_proof',
]

/** As long as browsers keep the cookie that identifies the device. */
const DEVICES_KEPT_MS = DEVICE_COOKIE_DAYS * DAY_MS

/** Deletes expired links and sessions, and old failure counts. */
async function cleanUp({ pool, clock }: Pick<IdentityContext, 'pool' | 'clock'>): Promise<void> {
  const before = (ms: number) => [new Date(clock.now() - ms)]
  for (const table of EXPIRING) {
    await pool.query(`delete from ${table} where expires_at <= $1`, before(0))
  }
  await pool.query('delete from freeze_link where expires_at <= $1', before(LINKS_KEPT_MS))
  await pool.query('delete from throttle where updated_at <= $1', before(TRUST_MS))
  await pool.query('delete from known_device where seen_at <= $1', before(DEVICES_KEPT_MS))
  await pool.query('delete from mail_sent where sent_at <= $1', before(MAILS_KEPT_MS))
}

const NOTIFIED = [
  'PasswordChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'PasskeyAdded',
  'PasskeyRemoved',
  'SessionReused',
  'SessionCopied',
  'RecoveryCodesRenewed',
  'NameChanged',
] as const satisfies readonly (EventType & Notice)[]

/** The text for a user if a member of staff did it; null if another mail covers it. */
const BY_STAFF: { readonly [Type in (typeof NOTIFIED)[number]]?: Notice | null } = {
  PasswordChanged: 'PasswordChangedByStaff',
  SecondFactorDisabled: 'SecondFactorResetByStaff',
  PasskeyRemoved: null,
}

/** Follows the log and adds a mail for each event that the user must know about. */
export const identityMails = eventFollower({
  name: 'identity-mails',
  types: NOTIFIED,
  newTypes: 'next',
  handle: async (events, transaction) => {
    for (const event of events) {
      const { type, stream, metadata } = event
      const change = NOTIFIED.find((name) => name === type)
      if (!change) continue
      const userId = stream.slice('user-'.length)
      const { kind, id } = metadata.actor
      const isByStaff = kind === 'admin' && id !== userId
      const notice = isByStaff ? BY_STAFF[change] : change
      if (notice === null) continue
      await addJob(transaction, noticeTask, {
        userId,
        notice: notice ?? change,
        key: effectKey(event),
      })
    }
  },
})
