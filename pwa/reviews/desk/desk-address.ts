import { REVIEW_KINDS, type ReviewKind } from '#shared/rules/review-desk.ts'

/** What names a case in an address, in the list and in a notification: its stream. */
export interface CaseName {
  readonly kind: ReviewKind
  readonly id: string
}

const NAME = new RegExp(`^(${REVIEW_KINDS.join('|')})-([\\da-f-]{36})$`)

export function caseNameOf(text: string | null): CaseName | undefined {
  const [, kind, id] = NAME.exec(text ?? '') ?? []
  return kind && id ? { kind: kind as ReviewKind, id } : undefined
}

export function nameText({ kind, id }: CaseName): string {
  return `${kind}-${id}`
}

/** What the list shows; everything where nothing is chosen. */
export interface DeskFilter {
  readonly kind: ReviewKind | undefined
  readonly claim: 'mine' | 'others' | 'nobody' | undefined
  readonly approvals: 'none' | 'one' | undefined
  readonly hours: number | undefined
  readonly asset: string | undefined
  readonly order: 'oldest' | 'newest'
}

/** The filter stands in the address, so that a reload and a shared link show the same. */
export function filterOf(query: URLSearchParams): DeskFilter {
  const hours = Number(query.get('hours'))
  return {
    kind: oneOf(REVIEW_KINDS, query.get('kind')),
    claim: oneOf(['mine', 'others', 'nobody'], query.get('claim')),
    approvals: oneOf(['none', 'one'], query.get('approvals')),
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
export function chosenCount({ claim, approvals, hours, asset, order }: DeskFilter): number {
  const chosen = [claim, approvals, hours, asset].filter((each) => each !== undefined)
  return chosen.length + (order === 'oldest' ? 0 : 1)
}

function oneOf<const T extends string>(all: readonly T[], text: string | null): T | undefined {
  return all.find((each) => each === text)
}
