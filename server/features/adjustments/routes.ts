import { isRefusal, type Refusal } from '#server/events/decider.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import {
  resetPortfolio as resetRoute,
  updatePortfolio as updateRoute,
} from '#shared/contract/adjustments.ts'
import { ADJUSTABLE_SYMBOLS } from '#shared/rules/adjustments.ts'
import { type AdjustmentState, editPortfolio, resetPortfolio } from './decider.ts'
import { adjustPortfolio } from './handler.ts'

export function registerAdjustmentRoutes(app: App, services: Services): void {
  mount(app, services, updateRoute, async ({ body, caller, cause }) => {
    const { userId, reason = '', balances } = body
    const targets = ADJUSTABLE_SYMBOLS.flatMap((symbol) => {
      const edited = balances[symbol]
      return edited ? [{ symbol, ...edited }] : []
    })
    const result = await adjustPortfolio(
      services,
      { userId, reason, adjustedBy: caller.userId, cause },
      (whose, facts) => editPortfolio({ ...whose, targets }, facts),
    )
    return answerOf(result, 'The balances are adjusted.')
  })

  mount(app, services, resetRoute, async ({ body, caller, cause }) => {
    const { userId, reason = '' } = body
    const asked = { userId, reason, adjustedBy: caller.userId, cause }
    const result = await adjustPortfolio(services, asked, resetPortfolio)
    return answerOf(result, 'Everything available is reset to zero. What is frozen stays frozen.')
  })
}

function answerOf(result: AdjustmentState | Refusal, message: string) {
  if (isRefusal(result)) return result
  return {
    message,
    changes: result.changes.map(({ symbol, direction, amount }) => ({
      symbol,
      amount: direction === 'credit' ? amount : `-${amount}`,
    })),
  }
}
