import { formatBalance, readBalances } from '#server/ledger/balances.ts'
import { namesOf } from '#server/queries/people.ts'
import { listDecided, readReviewedPerson } from '#server/queries/reviewed-users.ts'
import { type FoundReview, readReviewed } from '#server/queries/waiting-reviews.ts'
import { reviewServices } from '#server/reviews/approvals.ts'
import type { AnyReviewSource } from '#server/reviews/review-source.ts'
import type { Services } from '#server/services.ts'
import type { ActivityLine } from '#shared/contract/activity.ts'
import type { PortfolioHold } from '#shared/contract/portfolio.ts'
import type { Debt, PastDecision, ReviewCase } from '#shared/contract/review-desk.ts'
import { CASE_DECISIONS_MAX } from '#shared/rules/review-desk.ts'
import { type DecisionFound, presentDecision, presentItem, presentPerson } from './present.ts'

/** What other features provide to the desk. */
export interface DeskParts {
  readonly sources: readonly AnyReviewSource[]
  /** The latest changes of a user's balances. */
  readonly latestMovements: (services: Services, userNo: bigint) => Promise<ActivityLine[]>
  /** What a user owes in loans. */
  readonly readDebt: (services: Services, userNo: bigint) => Promise<Debt>
  /** The items that hold a user's frozen amounts. */
  readonly readHolds: (services: Services, userNo: bigint) => Promise<PortfolioHold[]>
}

/** A case and its context, all parts read in parallel. */
export async function readCase(
  services: Services,
  parts: DeskParts,
  {
    source,
    id,
    me,
  }: { readonly source: AnyReviewSource; readonly id: string; readonly me: string },
): Promise<ReviewCase | undefined> {
  const { pool, clock } = services
  const found = await readReviewed(pool, `${source.kind}-${id}`, new Date(clock.now()))
  const subject = found && (await source.present(await reviewServices(services, me), id))
  if (!found || subject === undefined) return undefined
  const [context, outcome, alike, same] = await Promise.all([
    contextOf(services, parts, { source, found }),
    outcomeOf(pool, source, found),
    source.lookAlikes?.(services, { id, state: found.state }),
    source.sameAmounts?.(services, found.state),
  ])
  return {
    item: presentItem(found, source, me),
    subject: subject === null ? null : source.subject.parse(subject),
    outcome,
    ...context,
    look_alikes: [...(alike?.shown ?? [])],
    look_alike_count: alike?.total ?? 0,
    ...(same && { same_amounts: [...same.shown], same_amount_count: same.total }),
  }
}

type Context = Pick<ReviewCase, 'user' | 'balances' | 'debt' | 'holds' | 'movements' | 'decisions'>

const NO_USER: Omit<Context, 'decisions'> = {
  user: null,
  balances: [],
  debt: { owed: '0', owed_overdue: '0' },
  holds: [],
  movements: [],
}

async function contextOf(
  services: Services,
  parts: DeskParts,
  { source, found }: { readonly source: AnyReviewSource; readonly found: FoundReview },
): Promise<Context> {
  const { pool } = services
  const { owner } = found
  const own = ownDecisions(source, found)
  if (owner === null) return { ...NO_USER, decisions: await named(pool, own) }
  const [person, balances, debt, holds, movements, decisions] = await Promise.all([
    readReviewedPerson(pool, owner),
    readBalances(pool, owner),
    parts.readDebt(services, owner),
    parts.readHolds(services, owner),
    parts.latestMovements(services, owner),
    decisionsOn(pool, parts.sources, { owner, own, stream: found.stream }),
  ])
  return {
    user: person ? presentPerson(person) : null,
    balances: balances.map(formatBalance),
    debt,
    holds,
    movements,
    decisions,
  }
}

/** The decision on a case that is no longer waiting. */
async function outcomeOf(pool: Services['pool'], source: AnyReviewSource, found: FoundReview) {
  const [decision] = found.waiting ? [] : source.decisions(found.id, found.state)
  if (!decision) return null
  const [outcome = null] = await named(pool, [{ ...decision, source, state: found.state }])
  return outcome
}

/** Earlier decisions on the stream of the case; its outcome is shown separately. */
function ownDecisions(source: AnyReviewSource, { id, state, waiting }: FoundReview) {
  const all = source.decisions(id, state).map((each) => ({ ...each, source, state }))
  return all.slice(waiting ? 0 : 1, CASE_DECISIONS_MAX)
}

/** How many on the stream of the case itself later decisions on other requests do not displace. */
const OWN_SHOWN_MIN = CASE_DECISIONS_MAX / 2

interface Earlier {
  readonly owner: bigint
  readonly stream: string
  /** Those on the stream itself, the latest first. */
  readonly own: readonly DecisionFound[]
}

/** Earlier staff decisions about a user, newest first, without the outcome of the case itself. */
async function decisionsOn(
  pool: Services['pool'],
  sources: readonly AnyReviewSource[],
  { owner, stream, own }: Earlier,
): Promise<PastDecision[]> {
  const kinds = sources.map(({ kind }) => kind)
  const decided = await listDecided(pool, owner, { kinds, limit: CASE_DECISIONS_MAX })
  const others = decided.flatMap(({ kind, id, state }) => {
    const source = sources.find((each) => each.kind === kind)
    if (!source || `${kind}-${id}` === stream) return []
    return source.decisions(id, state).map((each) => ({ ...each, source, state }))
  })
  const rest = [...own.slice(OWN_SHOWN_MIN), ...others].sort(latestFirst)
  const shown = [...own.slice(0, OWN_SHOWN_MIN), ...rest].slice(0, CASE_DECISIONS_MAX)
  return named(pool, shown.sort(latestFirst))
}

function latestFirst(one: DecisionFound, other: DecisionFound): number {
  if (one.at === other.at) return 0
  return one.at < other.at ? 1 : -1
}

/** With the names of the members of staff. */
async function named(
  pool: Services['pool'],
  decisions: readonly DecisionFound[],
): Promise<PastDecision[]> {
  const staff = decisions.flatMap(({ reviewerId, proposerId }) => [
    ...(reviewerId ? [reviewerId] : []),
    ...(proposerId ? [proposerId] : []),
  ])
  const names = await namesOf(pool, staff)
  return decisions.map((each) => presentDecision(each, names))
}
