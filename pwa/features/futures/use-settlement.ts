import { useEffect, useEffectEvent } from 'react'
import { useConnection } from '#pwa/hooks/use-connection.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import type { TimedTrade } from '#pwa/stores/futures.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { problemOfFailure } from '#pwa/ui/problem.ts'
import { completeFutures } from '#shared/contract/futures.ts'
import { useFutures } from './use-futures.ts'

/** The list first; then, as long as it still runs there, the server is asked to settle it. */
const ASK_AFTER_MS = [1_500, 2_000, 3_000, 5_000, 10_000] as const

/** Source: docs/product.md, Futures. */
const FAILED = {
  title: 'Failed to complete trade',
  message: 'Failed to process trade completion. Please contact support.',
}

/** Asks the server to settle a trade that has ended while the app is open. */
export function useSettlement(trade: TimedTrade, isOver: boolean): void {
  const { isOnline } = useConnection()
  const { refetch } = useFutures()
  const { submit } = useSubmit(completeFutures)
  const showToast = useToasts((state) => state.show)
  const look = useEffectEvent(refetch)
  const complete = useEffectEvent(async () => {
    const result = await submit({ body: { tradeId: trade.id } })
    if (result.state !== 'refused' || isPatient(result.failure.status)) return true
    const { title, message } = problemOfFailure(result.failure, FAILED)
    showToast({ title, message, tone: 'error' })
    return false
  })

  useEffect(() => {
    if (!isOver || !isOnline) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    const ask = async () => {
      const mayAskAgain = await complete()
      if (mayAskAgain && !isStopped) later()
    }
    const later = () => {
      timer = setTimeout(() => void ask(), ASK_AFTER_MS[Math.min(tries, ASK_AFTER_MS.length - 1)])
      tries += 1
    }
    look()
    later()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isOver, isOnline])
}

/** Not over by the server's clock, no price yet, no way there: asking again will do. */
function isPatient(status: number): boolean {
  return status === 0 || status === 409 || status === 503
}
