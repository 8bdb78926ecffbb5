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
import { presentDecision, presentItem, presentPerson } from './present.ts'

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
  const [context, outcome, alike] = await Promise.all([
    contextOf(services, parts, found),
    outcomeOf(pool, source, found),
    source.lookAlikes?.(services, { id, state: found.state }),
  ])
  return {
    item: presentItem(found, source, me),
    subject: subject === null ? null : source.subject.parse(subject),
    outcome,
    ...context,
    look_alikes: [...(alike?.shown ?? [])],
    look_alike_count: alike?.total ?? 0,
  }
}

type Context = Omit<ReviewCase, 'item' | 'subject' | 'outcome' | 'look_alikes' | 'look_alike_count'>

const NO_USER: Context = {
  user: null,
  balances: [],
  debt: { owed: '0', owed_overdue: '0' },
  holds: [],
  movements: [],
  decisions: [],
}

async function contextOf(
  services: Services,
  parts: DeskParts,
  { owner, stream, waiting }: FoundReview,
): Promise<Context> {
  const { pool } = services
  if (owner === null) return NO_USER
  const [person, balances, debt, holds, movements, decisions] = await Promise.all([
    readReviewedPerson(pool, owner),
    readBalances(pool, owner),
    parts.readDebt(services, owner),
    parts.readHolds(services, owner),
    parts.latestMovements(services, owner),
    decisionsOn(pool, parts.sources, { owner, stream, waiting }),
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
  const names = await namesOf(pool, decision.reviewerId === null ? [] : [decision.reviewerId])
  return presentDecision({ ...decision, source, state: found.state }, names)
}

/** Earlier staff decisions about a user, newest first, without the case itself. */
async function decisionsOn(
  pool: Services['pool'],
  sources: readonly AnyReviewSource[],
  { owner, stream, waiting }: { owner: bigint; stream: string; waiting: boolean },
): Promise<PastDecision[]> {
  const kinds = sources.map(({ kind }) => kind)
  const decided = await listDecided(pool, owner, { kinds, limit: CASE_DECISIONS_MAX })
  const latest = decided
    .flatMap(({ kind, id, state }) => {
      const source = sources.find((each) => each.kind === kind)
      if (!source) return []
      const all = source.decisions(id, state)
      const isOwnResult = `${kind}-${id}` === stream && !waiting
      return (isOwnResult ? all.slice(1) : all).map((each) => ({ ...each, source, state }))
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, CASE_DECISIONS_MAX)
  const names = await namesOf(
    pool,
    latest.flatMap(({ reviewerId }) => reviewerId ?? []),
  )
  return latest.map((each) => presentDecision(each, names))
}
