import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { eventFollower, type Follower } from '#server/events/follower.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import type { Features } from '#server/feature.ts'
import { addJobs, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import { PUSH_KEPT_MS } from '#server/platform/push/push-sender.ts'
import type { Services } from '#server/services.ts'
import { epochMsOf, instantOf } from '#shared/time.ts'
import { addressed } from './addressees.ts'
import { isReplaced } from './later-messages.ts'
import { notificationsOf } from './notifications.ts'
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
    /** The addressee; missing in jobs of an earlier release, as is `event`. */
    userId: z.optional(z.string()),
    event: z.optional(z.object({ stream: z.string(), version: z.number(), at: z.string() })),
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
      const jobs = messages.map(({ endpoint, userId, event, message }) => ({
        payload: { endpoint, userId, event: factsOf(event), key: effectKey(event), message },
        oneAtATime: turnOf(userId),
      }))
      await addJobs(transaction, deliverTask, jobs)
    },
  })
}

export function pushTasks(
  { pool, push, clock, effects }: Pick<Services, 'pool' | 'push' | 'clock' | 'effects'>,
  _stopping: AbortSignal,
  features: Pick<
    Features,
    'results' | 'reviews' | 'catalog' | 'notifications' | 'reviewNotifications'
  >,
): TaskHandler[] {
  const notifications = notificationsOf(features)
  return [
    handleTask(deliverTask, async (waiting) => {
      const { endpoint, key, message } = waiting
      const subscription = await findSubscription(pool, endpoint)
      const timeToLiveMs = timeToLiveOf(waiting, clock.now())
      if (!subscription || timeToLiveMs <= 0 || !isFor(waiting, subscription)) return
      if (await isReplaced(pool, { catalog: features.catalog, notifications }, waiting)) return
      const badge = await countUnseen(pool, features, subscription, clock.now())
      const result = await push.send(subscription, { ...message, badge }, timeToLiveMs)
      if (result === 'delivered' && key) effects.note('pushes', key)
      if (result === 'gone') return removeSubscription(pool, endpoint)
      if (result === 'delivered') return recordDelivery(pool, endpoint)
      if (result === 'failed') await recordFailure(pool, endpoint, clock.now())
      throw new Error(`the push service of ${new URL(endpoint).host} did not take a message`)
    }),
  ]
}

/** How many users' messages can be sent at the same time, more than all workers can send. */
const TURNS = 64

/**
 * The devices of one user occupy at most one worker, however slowly they respond. Users share the
 * names: the queue keeps a row for each name, and looks at all rows whenever it takes a job.
 */
export function turnOf(userId: string): string {
  return `push ${createHash('sha256').update(userId).digest().readUInt32BE() % TURNS}`
}

type Waiting = z.output<typeof deliverTask.payload>

/** False if another user has since subscribed with the same browser. */
function isFor({ userId }: Waiting, subscriber: { readonly userId: string }): boolean {
  return userId === undefined || userId === subscriber.userId
}

function timeToLiveOf({ event }: Waiting, now: number): number {
  return event ? epochMsOf(event.at) + PUSH_KEPT_MS - now : PUSH_KEPT_MS
}

function factsOf({ stream, version, metadata, recordedAt }: RecordedEvent) {
  // The system may decide long after the time that it decides as of.
  const at = instantOf(Math.max(epochMsOf(metadata.at), recordedAt.getTime()))
  return { stream, version, at }
}
