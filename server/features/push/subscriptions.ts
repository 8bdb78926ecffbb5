import type { Pool } from 'pg'
import type { PushSubscription } from '#server/platform/push/push-sender.ts'

/** More devices than a person uses; the oldest go first. */
const DEVICES_MAX = 20

export interface Device {
  readonly device: string
  readonly endpoint: string
  readonly createdAt: Date
}

/**
 * A browser profile that another user was signed in to moves to the user who subscribes now. It is
 * notified until that session ends.
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
           p256dh = excluded.p256dh, auth = excluded.auth, device = excluded.device, created_at = clock_timestamp()`,
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

export async function listDevices(pool: Pool, userId: string): Promise<Device[]> {
  const { rows } = await pool.query<Device>(
    `select device, endpoint, created_at as "createdAt" from push_subscription
     where user_id = $1 order by created_at desc`,
    [userId],
  )
  return rows
}

export async function findSubscription(
  pool: Pool,
  endpoint: string,
): Promise<PushSubscription | undefined> {
  const { rows } = await pool.query<PushSubscription>(
    'select endpoint, p256dh, auth from push_subscription where endpoint = $1',
    [endpoint],
  )
  return rows[0]
}
