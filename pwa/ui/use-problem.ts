import { useRef, useState } from 'react'

interface Tried<Draft, Problem> {
  readonly draft: Draft
  /** What whoever was asked found wrong with it. */
  readonly refusal?: Problem
}

/**
 * What is in the way of a draft that was tried. It goes with its reason: once the draft is another,
 * wherever that came from, or once `check` finds nothing any more.
 */
export function useProblem<Draft, Problem>(
  draft: Draft,
  check: (draft: Draft) => Problem | undefined,
) {
  const [tried, setTried] = useState<Tried<Draft, Problem>>()
  const shown = useRef(draft)
  shown.current = draft
  return {
    problem: tried?.draft === draft ? (tried.refusal ?? check(draft)) : undefined,
    /** Whether it may be sent; what is in the way is said from now on. */
    passes: (): boolean => {
      const isFree = check(draft) === undefined
      // Whatever else changes while it is sent, such as the balance it takes, is not its problem.
      setTried(isFree ? undefined : { draft })
      return isFree
    },
    refuse: (refusal: Problem) => setTried({ draft: shown.current, refusal }),
  }
}
