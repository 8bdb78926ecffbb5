import { useState } from 'react'
import type { CallInput } from '#pwa/data/api-request.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import type { ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import type { startSending, stopSending } from '#shared/contract/withdrawals.ts'
import { t } from '#shared/text/t.ts'

interface Act<R extends RouteDefinition> {
  readonly id: string
  readonly onDone: (response: ResponseOf<R>) => void
  readonly onRefused: () => void
}

/** One press that the server records, and the problem with it. */
export function useAct<const R extends typeof startSending | typeof stopSending>(
  route: R,
  { id, onDone, onRefused }: Act<R>,
) {
  const { isSubmitting, submit } = useSubmit<R>(route)
  const [problem, setProblem] = useState<Problem>()
  async function press() {
    setProblem(undefined)
    const result = await submit({ params: { id } } as CallInput<R>)
    if (result.state === 'done') return onDone(result.response)
    if (result.state !== 'refused') return
    setProblem(problemOfFailure(result.failure, { title: t('Error'), message: t('Action failed') }))
    onRefused()
  }
  return { isBusy: isSubmitting, problem, press }
}
