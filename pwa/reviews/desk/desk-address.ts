import type { CaseName } from '#pwa/reviews/review-view.ts'
import { CASE_ID } from '#shared/rules/review-desk.ts'

/** The case that a URL names, if staff review its kind; of matching kinds, the longest. */
export function caseNameOf(text: string | null, kinds: readonly string[]): CaseName | undefined {
  const [kind] = kinds
    .filter((each) => text?.startsWith(`${each}-`))
    .sort((one, other) => other.length - one.length)
  const id = kind && text?.slice(kind.length + 1)
  return kind && id && CASE_ID.test(id) ? { kind, id } : undefined
}

/** What the list shows; everything where nothing is chosen. */
export interface DeskFilter {
  readonly kind: string | undefined
  readonly claim: 'mine' | 'others' | 'nobody' | undefined
  readonly approvals: 'none' | 'one' | undefined
  /** Only limit orders that the market has reached. */
  readonly reached: 'true' | undefined
  readonly hours: number | undefined
  readonly asset: string | undefined
  readonly order: 'oldest' | 'newest'
}

/** The filter is in the address, so that a reload and a shared link show the same. */
export function filterOf(query: URLSearchParams, kinds: readonly string[]): DeskFilter {
  const hours = Number(query.get('hours'))
  return {
    kind: oneOf(kinds, query.get('kind')),
    claim: oneOf(['mine', 'others', 'nobody'], query.get('claim')),
    approvals: oneOf(['none', 'one'], query.get('approvals')),
    reached: oneOf(['true'], query.get('reached')),
    hours: Number.isInteger(hours) && hours > 0 ? hours : undefined,
    asset: query.get('asset') || undefined,
    order: oneOf(['newest'], query.get('order')) ?? 'oldest',
  }
}

/** The query of the list's route: without what is not chosen. */
export function requestOf({ order, ...chosen }: DeskFilter, search: string) {
  return {
    ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
    ...(order === 'oldest' ? {} : { order }),
    ...(search === '' ? {} : { search }),
  }
}

/** How many of the filters that are folded away are set. */
export function chosenCount({ order, kind: _, ...folded }: DeskFilter): number {
  const chosen = Object.values(folded).filter((each) => each !== undefined)
  return chosen.length + (order === 'oldest' ? 0 : 1)
}

function oneOf<const T extends string>(all: readonly T[], text: string | null): T | undefined {
  return all.find((each) => each === text)
}
