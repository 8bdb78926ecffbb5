import type { Pool } from 'pg'
import { STAFF_ROLES } from '#server/facts/staff-roles.ts'
import type { PushSubscription } from '#server/platform/push/push-sender.ts'
import { HOUR_MS } from '#shared/time.ts'

/** More devices than a person uses; the oldest ones are removed first. */
const DEVICES_MAX = 10

/**
 * A device is dropped after this many failures in a row, spread over at least this long: a push
 * service that is down for some minutes does not cost a subscription. The app renews it at the next
 * sign-in.
 */
const FAILURES_MAX = 5
const FAILING_MS_MAX = HOUR_MS

export interface Device {
  readonly device: string
  readonly endpoint: string
  readonly createdAt: Date
}

/**
 * If another user was signed in with this browser profile, the subscription moves to the user who
 * subscribes now. It is valid until that session ends.
 */
export async function saveSubscription(
  pool: Pool,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  subscription: PushSubscription & { readonly device: string },
): Promise<void> {
  const { endpoint, p256dh, auth, device } = subscription
  await pool.query(
    `insert into push_subscription (endpoint, user_id, session_id, p256dh, auth, device)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (endpoint) do update
       set user_id = excluded.user_id, session_id = excluded.session_id,
           p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device,
           created_at = clock_timestamp(), failures = 0, failing_since = null`,
    [endpoint, userId, sessionId, p256dh, auth, device],
  )
  await pool.query(
    `delete from push_subscription where user_id = $1 and endpoint in (
       select endpoint from push_subscription where user_id = $1
       order by created_at desc offset $2)`,
    [userId, DEVICES_MAX],
  )
}

export async function removeOwnSubscription(
  pool: Pool,
  userId: string,
  endpoint: string,
): Promise<void> {
  await pool.query('delete from push_subscription where user_id = $1 and endpoint = $2', [
    userId,
    endpoint,
  ])
}

export async function removeSubscription(pool: Pool, endpoint: string): Promise<void> {
  await pool.query('delete from push_subscription where endpoint = $1', [endpoint])
}

export async function recordDelivery(pool: Pool, endpoint: string): Promise<void> {
  await pool.query(
    `update push_subscription set failures = 0, failing_since = null
     where endpoint = $1 and failures > 0`,
    [endpoint],
  )
}

/** Counts a failure, and drops a device that has failed too often for too long. */
export async function recordFailure(pool: Pool, endpoint: string, now: number): Promise<void> {
  await pool.query(
    `update push_subscription
     set failures = failures + 1, failing_since = coalesce(failing_since, $2)
     where endpoint = $1`,
    [endpoint, new Date(now)],
  )
  await pool.query(
    `delete from push_subscription
     where endpoint = $1 and failures >= $2 and failing_since <= $3`,
    [endpoint, FAILURES_MAX, new Date(now - FAILING_MS_MAX)],
  )
}

export async function listDevices(pool: Pool, userId: string): Promise<Device[]> {
  const { rows } = await pool.query<Device>(
    `select device, endpoint, created_at as "createdAt" from push_subscription
     where user_id = $1 order by created_at desc`,
    [userId],
  )
  return rows
}

export interface Subscriber extends PushSubscription {
  readonly userId: string
  /** As PostgreSQL writes a bigint. */
  readonly userNo: string
  readonly isStaff: boolean
}

export async function findSubscription(
  pool: Pool,
  endpoint: string,
): Promise<Subscriber | undefined> {
  const { rows } = await pool.query<Subscriber>(
    `select s.endpoint, s.p256dh, s.auth, s.user_id as "userId", p.user_no as "userNo",
            d.data ->> 'role' in (${STAFF_ROLES}) as "isStaff"
     from push_subscription s
     join person p on p.user_id = s.user_id
     join document d on d.stream = 'user-' || s.user_id
     where s.endpoint = $1`,
    [endpoint],
  )
  return rows[0]
}
