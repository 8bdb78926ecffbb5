import fc from 'fast-check'
import {
  futures as aggregate,
  type FuturesState,
  hideFutures,
  openFutures,
  settleFutures,
  VOID_AFTER_MS,
} from '#server/features/futures/decider.ts'
import { SETTLEMENT_WINDOW_MS } from '#shared/rules/futures.ts'
import { epochMsOf } from '#shared/time.ts'
import { act, amountOf, type MoneyFeature, reviewer, sum, which, who } from '../money-feature.ts'
import type { Turn } from '../turn.ts'

const opened = fc.record({
  user: who,
  side: fc.constantFrom('long', 'short'),
  durationSeconds: fc.constantFrom(60, 60, 120, 360, 600, 61),
  claimedRatio: fc.constantFrom(undefined, undefined, 30, 100),
  amount: sum('50', '49.99999999', '50.00000001', '333.33333333'),
})
const ended = fc.record({
  item: which,
  price: fc.constantFrom('60000', '60000.01', '59999.99', undefined),
  lateMs: fc.constantFrom(-1, 0, 1, SETTLEMENT_WINDOW_MS, SETTLEMENT_WINDOW_MS + 1, VOID_AFTER_MS),
})

export const futures: MoneyFeature = {
  aggregate,
  acts: {
    open: act(opened, async (turn, { user, amount, ...asked }) => {
      const owner = turn.user(user)
      const command = {
        ...asked,
        userId: owner.userId,
        userNo: String(owner.userNo),
        symbol: 'BTC/USDT',
        amount: amountOf(amount, await turn.available(owner, 'USDT')),
      } as const
      return turn.open(aggregate, owner, async () =>
        openFutures(command, {
          at: turn.at,
          available: await turn.available(owner, 'USDT'),
          current: turn.current('BTC'),
        }),
      )
    }),
    /** Waits until a trade ends, or a little longer, then may record a price and settles it. */
    end: act(ended, async (turn, { item, price, lateMs }) => {
      const { world } = turn
      const items = world.itemsOf(aggregate.kind)
      const id = items[item % items.length]?.id
      const trade = id && (await turn.read<FuturesState>(`${aggregate.kind}-${id}`))
      if (!trade) return undefined
      world.pass(Math.max(0, epochMsOf(trade.endsAt) + lateMs - world.nowMs))
      if (price !== undefined) world.observe('BTC', price)
      return settle(turn, item)
    }),
    hide: act(fc.record({ item: which, reviewer }), (turn, { item, reviewer }) => {
      const hiddenBy = turn.reviewer(reviewer)
      return turn.on(
        aggregate,
        item,
        (state) => hideFutures(state, { hiddenBy, at: turn.at }),
        hiddenBy,
      )
    }),
  },
}

function settle(turn: Turn, item: number) {
  return turn.on(aggregate, item, (state) => {
    const ticks = turn.world.ticksOf('BTC')
    const next = ticks.findIndex(({ at }) => at >= state.endsAt)
    const [before, after] = next < 0 ? [ticks.at(-1)] : [ticks[next - 1], ticks[next]]
    const facts = { at: turn.at, recordsPrices: true }
    return settleFutures(state, { ...facts, before: before ?? null, after: after ?? null })
  })
}
