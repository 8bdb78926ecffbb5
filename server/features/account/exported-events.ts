import type { Features } from '#server/feature.ts'
import { withTextsWithheld } from '#server/ledger/withheld.ts'
import type { FirstApproval } from '#server/reviews/decide-review.ts'
import type { Weight } from '#server/reviews/events.ts'

/** How the features classify their events for the people whom they are about. */
export type ExportRules = Pick<Features, 'catalog' | 'firstApprovals' | 'shownToOwners'>

/** A stream of a user as it is read for the export. */
export interface StreamOfUser {
  readonly stream: string
  readonly waiting: boolean
  readonly events: readonly RecordedEvent[]
}

interface RecordedEvent {
  readonly type: string
  readonly data: unknown
  readonly actor: string
}

/** Texts by staff: the reason of an act, and the notes of a review. */
const TEXTS_BY_STAFF: ReadonlySet<string> = new Set(['reason', 'notes'])

/**
 * A stream as its owner gets it, as JSON; undefined if no event is left. An approval that waits for
 * a second one is left out until it is decided, so that the owner is not warned of a proposed debit.
 * Texts by staff are withheld unless the owner can read them elsewhere: the others are written for
 * the audit.
 *
 * Source: docs/decisions/0321-exports-are-declared-by-features.md
 */
export function exportedStream(
  { catalog, firstApprovals, shownToOwners }: ExportRules,
  { stream, events, waiting }: StreamOfUser,
  userId: string,
): string | undefined {
  const undecided = waiting ? events.findLast(({ type }) => firstApprovals.has(type)) : undefined
  const exported = events.flatMap(({ actor, ...event }, index) => {
    if (events[index] === undecided) return []
    const isShown = actor === 'user' || shownToOwners.has(event.type)
    const withheld = (field: string) => !isShown && TEXTS_BY_STAFF.has(field)
    const { data } = withTextsWithheld(event.data, catalog.get(event.type), withheld)
    return { ...event, data }
  })
  if (exported.length === 0) return undefined
  return JSON.stringify({ stream, events: exported }, withoutStaff(userId))
}

/**
 * Leaves out the names of staff, and of approvals what makes a second one necessary: the limit, the
 * rules for adding up, whether the author had credited the user, and the reason for the second
 * person. None of it is about the user, and all would help to evade a review.
 */
function withoutStaff(userId: string) {
  return (name: string, value: unknown) => {
    if (name.endsWith('By') && value !== userId) return undefined
    if (!isApproval(value)) return value
    const { above: _above, rules: _rules, credited: _credited, reason: _reason, ...shown } = value
    return shown
  }
}

/** A first approval, or the weight of one that took effect: both contain the limit. */
function isApproval(value: unknown): value is Partial<Weight & FirstApproval> {
  return typeof value === 'object' && value !== null && 'above' in value
}
