import { dayFrom, periodQuery } from '#pwa/hooks/calendar-days.ts'
import type { AuditedActor, AuditedPerson } from '#shared/contract/audit.ts'
import { msg, t } from '#shared/text/t.ts'
import type { TimeZone } from '#shared/time-zone.ts'

/** The filter of a list of acts. Days are in the user's time zone. */
export interface AuditFilter {
  /** "all", or what staff did. */
  readonly acts?: 'all' | undefined
  /** The id of who acted. */
  readonly by?: string | undefined
  /** A display id, email address or user id. */
  readonly user?: string | undefined
  readonly area?: string | undefined
  readonly type?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const NO_FILTER = {
  by: undefined,
  user: undefined,
  area: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
} as const satisfies AuditFilter

/** Reads a filter from a URL, without invalid values. */
export function auditFilterFrom(query: URLSearchParams): AuditFilter {
  const word = (name: string, shape: RegExp) => {
    const text = query.get(name)?.trim() ?? ''
    return shape.test(text) ? text : undefined
  }
  return {
    acts: query.get('acts') === 'all' ? 'all' : undefined,
    by: word('by', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
    user: word('user', /^.{1,254}$/),
    area: word('area', /^[a-z-]{1,60}$/),
    type: word('type', /^[A-Za-z]{1,80}$/),
    from: dayFrom(query.get('from')),
    to: dayFrom(query.get('to')),
  }
}

/** How many of its fields are set, except the choice between staff and everyone. */
export function narrowedBy({ acts: _, ...rest }: AuditFilter): number {
  return Object.values(rest).filter((value) => value !== undefined).length
}

export function auditQueryOf({ acts, by, user, area, type, ...days }: AuditFilter, zone: TimeZone) {
  return {
    ...(acts && { acts }),
    ...(by && { actor: by }),
    ...(user && { user }),
    ...(area && { area }),
    ...(type && { type }),
    ...periodQuery(days, zone),
  }
}

const UNNAMED: Readonly<Record<AuditedActor['kind'], string>> = {
  staff: msg('Staff'),
  user: msg('A user'),
  system: msg('The platform'),
  visitor: msg('A visitor'),
}

export function actorName({ kind, person }: AuditedActor): string {
  return person ? personName(person) : t(UNNAMED[kind])
}

/** The name as long as the person is there, then the display id. */
export function personName({ name, email, display_id }: AuditedPerson): string {
  if (name || email) return name || email || ''
  return display_id === null ? t('Deleted account') : t('Deleted {id}', { id: display_id })
}
