import type { Pool, PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { RecordedEvent } from '#server/events/log.ts'
import { eventFollower, type Follower } from '#server/events/subscription.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import type { PushSender } from '#server/platform/push/push-sender.ts'
import { STAFF_ROLES } from '#server/projections/staff-roles.ts'
import { isAlwaysOn } from '#shared/rules/notifications.ts'
import { NOTIFIED_TYPES, type Notification, notificationOf } from './notifications.ts'
import { findSubscription, removeSubscription } from './subscriptions.ts'

/** One message to one device, so that a device that fails is tried again alone. */
const deliverTask = defineTask(
  'push.deliver',
  z.object({
    endpoint: z.string(),
    message: z.object({
      title: z.string(),
      body: z.string(),
      tag: z.string(),
      url: z.string(),
    }),
  }),
)

/**
 * Follows the log and adds a job for each device of everybody that an event concerns.
 *
 * It starts with what comes next: nobody is told today of what happened before push existed.
 */
export const pushNotifications: Follower = eventFollower({
  name: 'push-notifications',
  from: 'now',
  types: NOTIFIED_TYPES,
  handle: async (events, transaction) => {
    for (const event of events) {
      const notification = notificationOf(event)
      if (!notification) continue
      const { message } = notification
      for (const endpoint of await devicesFor(transaction, notification, event)) {
        await addJob(transaction, deliverTask, { endpoint, message })
      }
    }
  },
})

export function pushTasks(pool: Pool, sender: PushSender): TaskHandler[] {
  return [
    handleTask(deliverTask, async ({ endpoint, message }) => {
      const subscription = await findSubscription(pool, endpoint)
      if (!subscription) return
      const result = await sender.send(subscription, message)
      if (result === 'gone') await removeSubscription(pool, endpoint)
    }),
  ]
}

/**
 * The devices of staff, but of whoever caused the event; or those of the owner of its stream. Never
 * of somebody who has switched this kind off.
 */
async function devicesFor(
  db: PoolClient,
  { to, kind }: Notification,
  { stream, metadata }: RecordedEvent,
): Promise<string[]> {
  const { rows } = await db.query<{ endpoint: string }>({
    name: `push-devices-of-${to}`,
    text: to === 'staff' ? STAFF_DEVICES : OWNER_DEVICES,
    values: [
      to === 'staff' ? (metadata.actor.id ?? null) : stream,
      // Nobody has switched off what cannot be, whatever the table says.
      isAlwaysOn(kind) ? null : kind,
    ],
  })
  return rows.map(({ endpoint }) => endpoint)
}

const NOT_OFF = `
  not exists (select from notification_off off where off.user_id = s.user_id and off.kind = $2)`

const STAFF_DEVICES = `
  select s.endpoint
  from push_subscription s
  join document d on d.stream = 'user-' || s.user_id
  where d.data->>'role' in (${STAFF_ROLES}) and (d.data->>'isActive')::boolean
    and s.user_id is distinct from $1::uuid and ${NOT_OFF}`

const OWNER_DEVICES = `
  select s.endpoint
  from document d
  join person p on p.user_no = d.owner
  join push_subscription s on s.user_id = p.user_id
  where d.stream = $1 and ${NOT_OFF}`
