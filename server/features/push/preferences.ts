import type { Caller } from '#server/platform/caller.ts'
import type { NotificationSwitch } from '#server/platform/push/notification.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { NotificationPreferences } from '#shared/contract/notification-preferences.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { isStaff } from '#shared/rules/permissions.ts'

type Person = Pick<Caller, 'userId' | 'role'>

/** The switches that a person has: staff have accounts too. */
export function switchesFor(
  switches: readonly NotificationSwitch[],
  { role }: Pick<Person, 'role'>,
): readonly NotificationSwitch[] {
  return isStaff(role) ? switches : switches.filter(({ to }) => to === 'owner')
}

/** The kinds that a person has switched off. */
export async function readSwitchedOff(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ kind: string }>({
    name: 'notifications off',
    text: 'select kind from notification_off where user_id = $1 order by kind',
    values: [userId],
  })
  return rows.map(({ kind }) => kind)
}

/** The notifications that a person gets: all that apply, until they switch one off. */
export async function readPreferences(
  db: Queryable,
  userId: string,
  own: readonly NotificationSwitch[],
): Promise<NotificationPreferences> {
  const off = new Set(await readSwitchedOff(db, userId))
  return {
    preferences: own.map(({ kind, to, label, hint, isAlwaysOn = false }) => ({
      kind,
      to,
      label,
      hint,
      isOn: isAlwaysOn || !off.has(kind),
      isFixed: isAlwaysOn,
    })),
  }
}

/**
 * Switches one kind on or off.
 *
 * Refuses  item.unknown for a kind that the person does not have, notification.always_on
 */
export async function setPreference(
  db: Queryable,
  userId: string,
  own: readonly NotificationSwitch[],
  { kind, isOn }: { readonly kind: string; readonly isOn: boolean },
): Promise<Refusal | undefined> {
  const known = own.find((each) => each.kind === kind)
  if (!known) return refuse('item.unknown')
  if (known.isAlwaysOn) return isOn ? undefined : refuse('notification.always_on')
  await db.query(
    isOn
      ? 'delete from notification_off where user_id = $1 and kind = $2'
      : 'insert into notification_off (user_id, kind) values ($1, $2) on conflict do nothing',
    [userId, kind],
  )
  return undefined
}
