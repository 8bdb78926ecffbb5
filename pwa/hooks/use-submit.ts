import { use, useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { CallInput } from '#pwa/data/api-request.ts'
import { type SubmissionResult, type SubmitOptions, submit } from '#pwa/data/submit.ts'
import { currentUserId } from '#pwa/stores/session.ts'
import { showFailure } from '#pwa/stores/toasts.ts'
import type { ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import { ShownContext } from './shown-context.ts'

/** The outcome of a submission, once it is known. */
export type Submitted<Response> = Promise<SubmissionResult<Response>>

interface Options<Response> extends SubmitOptions {
  /** Called with the final outcome, however late, unless the tab closes or the user logs out. */
  readonly onOutcome?: (outcome: SubmissionResult<Response>) => void
}

export interface Submitter<R extends RouteDefinition> {
  readonly isSubmitting: boolean
  /**
   * Resolves with the first result: done, refused, or waiting for a connection (then it is safe in
   * the outbox and appears in `useOutbox`).
   */
  readonly submit: (
    input: CallInput<R>,
    options?: Options<ResponseOf<R>>,
  ) => Submitted<ResponseOf<R>>
}

/** Submits to a route from a form or a button. The only way to write. */
export function useSubmit<const R extends RouteDefinition>(route: R): Submitter<R> {
  const [running, setRunning] = useState(0)
  const isShown = use(ShownContext)
  const isOnScreen = useRef(isShown)
  // Before the browser handles a response: a form that has just gone cannot show a refusal.
  useLayoutEffect(() => {
    isOnScreen.current = isShown
    return () => {
      isOnScreen.current = false
    }
  }, [isShown])
  const run = useCallback(
    async (input: CallInput<R>, { onOutcome, ...options }: Options<ResponseOf<R>> = {}) => {
      setRunning((count) => count + 1)
      const sender = currentUserId()
      try {
        const submission = await submit(route, input, options)
        if (onOutcome) {
          void submission.outcome.then((outcome) => {
            if (currentUserId() === sender) onOutcome(outcome)
          })
        }
        const news = await submission.news
        if (news.state !== 'refused') return news
        // The form shows the failure. If it was closed, the list of waiting items or a notice does.
        if (isOnScreen.current) await submission.dismiss()
        else if (!submission.isStored && currentUserId() === sender) showFailure(news.failure)
        return news
      } finally {
        setRunning((count) => count - 1)
      }
    },
    [route],
  )
  return { isSubmitting: running > 0, submit: run }
}
