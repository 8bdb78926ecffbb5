import { lastPositionBefore } from '#server/events/last-position-before.ts'
import type { AuditFilter } from '#server/queries/audit-lines.ts'
import { auditedUpTo, readAuditLines } from '#server/queries/audit-lines.ts'
import { findUserByAnyName } from '#server/queries/people.ts'
import type { AuditLine, listAudit } from '#shared/contract/audit.ts'
import type { QueryOf } from '#shared/contract/route.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { epochMsOf } from '#shared/time.ts'
import { type AuditNeeds, peopleOf, presentAct } from './present.ts'

export type AuditQuery = Omit<QueryOf<typeof listAudit>, 'limit' | 'before'>

/**
 * A search between two positions; undefined if nothing can match.
 *
 * Refuses  user.unknown
 */
export async function openSearch(
  needs: AuditNeeds,
  query: AuditQuery,
): Promise<AuditFilter | Refusal | undefined> {
  const { acts = 'staff', actor, user, area, type, from, to } = query
  const db = needs.pool
  const types = typesOf(needs, { area, type })
  const subject = user === undefined ? undefined : await findUserByAnyName(db, user)
  if (user !== undefined && subject === undefined) return refuse('user.unknown')
  if (types?.length === 0) return undefined
  const after = from === undefined ? 0n : await lastPositionBefore(db, epochMsOf(from))
  const folded = await auditedUpTo(db)
  const end = to === undefined ? folded : await lastPositionBefore(db, epochMsOf(to))
  const upTo = end < folded ? end : folded
  return { within: { after, upTo }, byStaff: acts === 'staff', actor, subject, types }
}

/** A page of a search, newest first. */
export async function readPage(
  needs: AuditNeeds,
  filter: AuditFilter,
  limit: number,
): Promise<AuditLine[]> {
  const { pool, catalog } = needs
  const rows = await readAuditLines(pool, filter, { allTypes: [...catalog.keys()], limit })
  const people = await peopleOf(
    pool,
    rows.map(({ metadata }) => metadata),
    rows.flatMap(({ subject }) => (subject === null ? [] : BigInt(subject))),
  )
  return rows.map((row) => presentAct(needs, row, people))
}

/** The same search, limited to earlier positions. */
export function below(filter: AuditFilter, position: bigint): AuditFilter {
  const { within } = filter
  const upTo = position <= within.upTo ? position - 1n : within.upTo
  return { ...filter, within: { ...within, upTo } }
}

function typesOf(
  { areas, catalog }: AuditNeeds,
  { area, type }: Pick<AuditQuery, 'area' | 'type'>,
): readonly string[] | undefined {
  if (area === undefined && type === undefined) return undefined
  const inArea =
    area === undefined ? [...catalog.keys()] : areas.find((each) => each.area === area)?.types
  return (inArea ?? []).filter((each) => type === undefined || each === type)
}
