import type { FoundCase } from '#server/queries/cases.ts'
import type { CaseLine } from '#shared/contract/cases.ts'
import { textFields } from '#shared/contract/text.ts'
import { instantOf } from '#shared/time.ts'
import type { ReviewSummary } from './review-source.ts'

type Summary = Omit<ReviewSummary, 'since'>

/** How staff find the streams of one kind among all others. */
export interface CaseSource<S = unknown> {
  /** The page of staff that shows one; `{stream}`, `{id}` and `{user}` are filled in. */
  readonly url: string
  summarise(state: S): Summary
}

/** A source with the kind of its streams and the feature's label for them. */
export interface NamedCaseSource extends CaseSource {
  readonly kind: string
  readonly label: string
}

/** Infers the type of the state that the source summarises. */
export function casesOf<S>(source: CaseSource<S>): CaseSource {
  return source
}

/** The lines for the streams that were found, without those that no feature shows to staff. */
export function presentCases(
  found: readonly FoundCase[],
  sources: readonly NamedCaseSource[],
): CaseLine[] {
  return found.flatMap((each) => {
    const source = sources.find(({ kind }) => kind === each.kind)
    return source ? [presentCase(each, source)] : []
  })
}

function presentCase(found: FoundCase, { label, url, summarise }: NamedCaseSource): CaseLine {
  const { kind, id, stream, status, waiting, createdAt, user, state } = found
  const { asset, amount, note } = summarise(state)
  const names = { stream, id, user: user.id ?? '' }
  return {
    ...{ kind, id, label, status, waiting, asset, amount, user },
    ...textFields('note', note),
    url: url.replace(/\{(\w+)\}/g, (_, name: string) => names[name as keyof typeof names] ?? ''),
    at: instantOf(createdAt.getTime()),
  }
}
