import { type Problem, problemAt } from '#pwa/ui/problem.ts'

/** What a form remembers. Everything else is derived from it and from the draft. */
export interface FormState<Draft> {
  /** What the user has changed from what the form began with. */
  readonly changes: Partial<Draft>
  /** The last failed attempt. */
  readonly failed: FailedTry<Draft> | undefined
  readonly isBusy: boolean
  /** It was sent, or waits in the outbox, and has not been changed since. */
  readonly isDone: boolean
}

interface FailedTry<Draft> {
  readonly draft: Draft
  /** The response to it; absent if the form itself refused it. */
  readonly refusal?: Problem | undefined
}

export type FormAction<Draft> =
  | { readonly type: 'changed'; readonly part: Partial<Draft> }
  | { readonly type: 'sent' }
  | { readonly type: 'failed'; readonly draft: Draft; readonly refusal?: Problem }
  | { readonly type: 'settled' }
  | { readonly type: 'done' }
  | { readonly type: 'reset' }

export const UNTOUCHED = { changes: {}, failed: undefined, isBusy: false, isDone: false }

export function reduceForm<Draft>(
  state: FormState<Draft>,
  action: FormAction<Draft>,
): FormState<Draft> {
  switch (action.type) {
    case 'changed':
      return {
        ...state,
        changes: { ...state.changes, ...action.part },
        failed: undefined,
        isDone: false,
      }
    case 'sent':
      return { ...state, failed: undefined, isBusy: true }
    case 'failed': {
      const { draft, refusal } = action
      return { ...state, failed: { draft, refusal }, isBusy: false }
    }
    case 'settled':
      return { ...state, isBusy: false }
    case 'done':
      return { ...state, isDone: true }
    case 'reset':
      return UNTOUCHED
  }
}

/** Whether a form holds something that the user has entered and not sent. */
export function isBegun<Draft extends object>(
  { isDone }: FormState<Draft>,
  initial: Draft,
  draft: Draft,
): boolean {
  return !isDone && !isSame(initial, draft)
}

/**
 * The problem of a submitted draft. It is cleared once the draft changes, or once `check` finds no
 * problem any more, because a price or a balance may have arrived.
 */
export function problemIn<Draft extends object>(
  { failed }: FormState<Draft>,
  draft: Draft,
  check: (draft: Draft) => Problem | undefined,
): Problem | undefined {
  if (!failed || !isSame(failed.draft, draft)) return undefined
  return failed.refusal ?? check(draft)
}

/** Says at which field a problem belongs, where its code names one. */
export function atItsField(
  problem: Problem,
  fieldOf: Readonly<Record<string, string | undefined>>,
): Problem {
  const field = problem.code === undefined ? undefined : fieldOf[problem.code]
  return field && !problem.fields ? problemAt(field, problem) : problem
}

/** Says at which field the problem with a file belongs, where the server names its field. */
export function atItsFile(
  problem: Problem | undefined,
  { file, field }: Readonly<Record<string, unknown>>,
  draft: object,
): Problem | undefined {
  const isOfForm = typeof file === 'string' && typeof field === 'string' && field in draft
  return problem && isOfForm && !problem.fields ? problemAt(field, problem) : problem
}

/** The message below the form; empty if a field shows it. */
export function noticeOf(problem: Problem | undefined): Problem | undefined {
  const isSaid = Object.values(problem?.fields ?? {}).some((text) => text === problem?.message)
  return isSaid ? undefined : problem
}

/** The message at a field; with the title, if this field shows the whole problem. */
export function errorAt(
  problem: Problem | undefined,
  field: string,
): { readonly title: string; readonly message: string } | undefined {
  const message = problem?.fields?.[field]
  if (message === undefined) return undefined
  return { title: message === problem?.message ? problem.title : '', message }
}

function isSame<Draft extends object>(one: Draft, other: Draft): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof Draft)[]
  return names.every((name) => Object.is(one[name], other[name]))
}
