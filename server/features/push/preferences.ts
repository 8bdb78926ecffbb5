import type { Caller } from '#server/platform/caller.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { NotificationPreferences } from '#shared/contract/notification-preferences.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { isAlwaysOn, type NotificationKind, notificationsFor } from '#shared/rules/notifications.ts'
import { isStaff } from '#shared/rules/permissions.ts'

type Person = Pick<Caller, 'userId' | 'role'>

/** What somebody is notified of: everything, until they switch it off. */
export async function readPreferences(
  db: Queryable,
  { userId, role }: Person,
): Promise<NotificationPreferences> {
  const { rows } = await db.query<{ kind: string }>({
    name: 'notifications off',
    text: 'select kind from notification_off where user_id = $1',
    values: [userId],
  })
  const off = new Set(rows.map(({ kind }) => kind))
  return {
    preferences: notificationsFor(isStaff(role)).map((kind) => ({
      kind,
      isOn: isAlwaysOn(kind) || !off.has(kind),
      isFixed: isAlwaysOn(kind),
    })),
  }
}

/**
 * Switches one kind for somebody.
 *
 * Refuses  item.unknown for staff's kinds where they are not staff, notification.always_on
 */
export async function setPreference(
  db: Queryable,
  { userId, role }: Person,
  { kind, isOn }: { readonly kind: NotificationKind; readonly isOn: boolean },
): Promise<Refusal | undefined> {
  if (!notificationsFor(isStaff(role)).includes(kind)) return refuse('item.unknown')
  if (isAlwaysOn(kind)) return isOn ? undefined : refuse('notification.always_on')
  await db.query(
    isOn
      ? 'delete from notification_off where user_id = $1 and kind = $2'
      : 'insert into notification_off (user_id, kind) values ($1, $2) on conflict do nothing',
    [userId, kind],
  )
  return undefined
}
