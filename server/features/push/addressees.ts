import type { RecordedEvent } from '#server/events/log.ts'
import { countedSince, countedStaff } from '#server/facts/staff-members.ts'
import { catalogueFor } from '#server/platform/catalogues.ts'
import type { Audience } from '#server/platform/push/notification.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import { epochMsOf } from '#shared/time.ts'
import type { Notification } from './notifications.ts'

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
export async function addressed(db: Queryable, pending: readonly PendingPush[]) {
  const [forStaff, forOwners] = [
    await devicesOf(db, 'staff', pending),
    await devicesOf(db, 'owner', pending),
  ]
  return pending.flatMap(({ event, notification: { sender, messageIn } }, index) => {
    const devices = (sender.to === 'staff' ? forStaff : forOwners).get(index) ?? []
    return devices.map(({ language, ...device }) => ({
      ...device,
      event,
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
  db: Queryable,
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
