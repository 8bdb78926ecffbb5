import type { EventType } from '#server/events/catalog.ts'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import { listCountedStaff } from '#server/facts/staff-members.ts'
import { addJobs, type Task } from '#server/platform/jobs.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import { epochMsOf } from '#shared/time.ts'

interface StaffMails<Payload> {
  readonly name: string
  readonly types: readonly EventType[]
  /** Which of these events it is about; if absent, all. */
  readonly only?: (event: RecordedEvent) => boolean
  /** Sends one mail to one member of staff. */
  readonly task: Task<Payload>
  /** `key` identifies the event: a mail about it is sent once. */
  readonly payloadOf: (event: RecordedEvent, to: { userId: string; key: string }) => Payload
}

/**
 * Follows the log and adds a mail for each member of staff, including the actor, and for former
 * staff who left only days ago. These mails cannot be switched off.
 */
export function staffMails<Payload>({
  name,
  types,
  only = () => true,
  task,
  payloadOf,
}: StaffMails<Payload>): Follower {
  return eventFollower({
    name,
    // No mails are sent for events from before this feature existed.
    from: 'now',
    types,
    newTypes: 'next',
    handle: async (events, transaction) => {
      for (const event of events.filter(only)) {
        const staff = await listCountedStaff(transaction, epochMsOf(event.metadata.at))
        const key = effectKey(event)
        const mails = staff.map(({ userId }) => ({ payload: payloadOf(event, { userId, key }) }))
        await addJobs(transaction, task, mails)
      }
    },
  })
}
