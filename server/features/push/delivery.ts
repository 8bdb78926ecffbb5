import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import { countedSince, countedStaff } from '#server/facts/staff-members.ts'
import type { Features } from '#server/feature.ts'
import { catalogueFor } from '#server/platform/catalogues.ts'
import { addJobs, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import type { Audience } from '#server/platform/push/notification.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { Services } from '#server/services.ts'
import { epochMsOf } from '#shared/time.ts'
import { type Notification, notificationsOf } from './notifications.ts'
import {
  findSubscription,
  recordDelivery,
  recordFailure,
  removeSubscription,
} from './subscriptions.ts'
import { countUnseen } from './unseen.ts'

/** One message to one device, so that a failed delivery is retried on its own. */
const deliverTask = defineTask(
  'push.deliver',
  z.object({
    endpoint: z.string(),
    /** Identifies its event. */
    key: z.optional(z.string()),
    message: z.object({
      title: z.string(),
      body: z.string(),
      tag: z.string(),
      url: z.string(),
      acknowledges: z.optional(z.object({ type: z.string(), id: z.string() })),
      actions: z.optional(z.object({ open: z.string(), read: z.string() })),
    }),
  }),
  'push',
  { isPersonal: true },
)

/**
 * Follows the log and adds a job for each device of every user that an event concerns.
 *
 * Starts with the next event: no one is notified of events from before push was enabled.
 */
export function pushNotifications(
  features: Pick<Features, 'notifications' | 'reviewNotifications'>,
): Follower {
  const notifications = notificationsOf(features)
  return eventFollower({
    name: 'push-notifications',
    from: 'now',
    types: notifications.types,
    newTypes: 'next',
    handle: async (events, transaction) => {
      const pending = events.flatMap((event) =>
        notifications.of(event).map((notification) => ({ event, notification })),
      )
      const messages = await addressed(transaction, pending)
      const jobs = messages.map(({ endpoint, userId, key, message }) => ({
        payload: { endpoint, key, message },
        // The devices of one user occupy at most one worker, however slowly they respond.
        oneAtATime: `push to ${userId}`,
      }))
      await addJobs(transaction, deliverTask, jobs)
    },
  })
}

export function pushTasks(
  { pool, push, clock, effects }: Pick<Services, 'pool' | 'push' | 'clock' | 'effects'>,
  _stopping: AbortSignal,
  features: Pick<Features, 'results' | 'reviews'>,
): TaskHandler[] {
  return [
    handleTask(deliverTask, async ({ endpoint, key, message }) => {
      const subscription = await findSubscription(pool, endpoint)
      if (!subscription) return
      const badge = await countUnseen(pool, features, subscription, clock.now())
      const result = await push.send(subscription, { ...message, badge })
      if (result === 'delivered' && key) effects.note('pushes', key)
      if (result === 'gone') return removeSubscription(pool, endpoint)
      if (result === 'delivered') return recordDelivery(pool, endpoint)
      if (result === 'failed') await recordFailure(pool, endpoint, clock.now())
      throw new Error(`the push service of ${new URL(endpoint).host} did not take a message`)
    }),
  ]
}

interface Addressee {
  readonly endpoint: string
  readonly userId: string
  readonly language: string | null
}

interface PendingPush {
  readonly event: RecordedEvent
  readonly notification: Notification
}

/** Each message for each of its devices, in the order of the events. */
async function addressed(db: PoolClient, pending: readonly PendingPush[]) {
  const [forStaff, forOwners] = [
    await devicesOf(db, 'staff', pending),
    await devicesOf(db, 'owner', pending),
  ]
  return pending.flatMap(({ event, notification: { sender, messageIn } }, index) => {
    const key = effectKey(event)
    const devices = (sender.to === 'staff' ? forStaff : forOwners).get(index) ?? []
    return devices.map(({ language, ...device }) => ({
      ...device,
      key,
      message: messageIn(catalogueFor(language)),
    }))
  })
}

/**
 * The devices of staff except the actor's, or those of the owner of the stream. Devices of a user
 * who has switched this kind off are left out.
 *
 * @returns the devices for each index of `pending`
 */
async function devicesOf(
  db: PoolClient,
  audience: Audience,
  pending: readonly PendingPush[],
): Promise<ReadonlyMap<number, readonly Addressee[]>> {
  const asked = pending.flatMap(
    ({ event: { stream, metadata }, notification: { sender } }, index) => {
      const { to, kind, isAlwaysOn, notifiesAllStaff = false } = sender
      if (to !== audience) return []
      const actor = notifiesAllStaff ? null : (metadata.actor.id ?? null)
      const who = to === 'staff' ? actor : stream
      // Notifications that are always on ignore the table of switches.
      return [
        { index, who, kind: isAlwaysOn ? null : kind, toAll: notifiesAllStaff, at: metadata.at },
      ]
    },
  )
  const devices = new Map<number, Addressee[]>(asked.map(({ index }) => [index, []]))
  if (asked.length === 0) return devices
  const lists = audience === 'staff' ? await levelled(db) : db
  const values = [
    asked.map(({ index }) => index),
    asked.map(({ who }) => who),
    asked.map(({ kind }) => kind),
  ]
  const earliestMs = Math.min(...asked.map(({ at }) => epochMsOf(at)))
  const { rows } = await lists.query<Addressee & { index: number }>({
    name: `push-devices-of-${audience}`,
    ...(audience === 'staff'
      ? {
          text: STAFF_DEVICES,
          values: [...values, asked.map(({ toAll }) => toAll), countedSince(earliestMs)],
        }
      : { text: OWNER_DEVICES, values }),
  })
  for (const { index, ...device } of rows) devices.get(index)?.push(device)
  return devices
}

const NOT_OFF = `
  not exists (
    select from notification_off off where off.user_id = s.user_id and off.kind = asked.kind
  )`

// The devices of staff are read once, however many events there are.
const STAFF_DEVICES = `
  with staff_device as materialized (
    select s.endpoint, s.user_id, p.language, counted.is_current
    from (${countedStaff('$5')}) as counted
    join push_subscription s on s.user_id = substr(counted.stream, 6)::uuid
    join person p on p.user_id = s.user_id
  )
  select asked.index, s.endpoint, s.user_id as "userId", s.language
  from unnest($1::int[], $2::uuid[], $3::text[], $4::boolean[])
    as asked (index, actor, kind, to_all)
  join staff_device s
    on s.user_id is distinct from asked.actor and (s.is_current or asked.to_all)
  where ${NOT_OFF}`

const OWNER_DEVICES = `
  select asked.index, s.endpoint, s.user_id as "userId", p.language
  from unnest($1::int[], $2::text[], $3::text[]) as asked (index, stream, kind)
  join document d on d.stream = asked.stream
  join person p on p.user_no = d.owner
  join push_subscription s on s.user_id = p.user_id
  where ${NOT_OFF}`
