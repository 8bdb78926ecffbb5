import fc from 'fast-check'
import { settleFutures, voidAfterMs } from '#server/features/futures/decide-settlement.ts'
import {
  futures as aggregate,
  type FuturesState,
  hideFutures,
} from '#server/features/futures/decider.ts'
import {
  claimNamesOf,
  enterFutures,
  requestFutures,
  returnAfterMs,
} from '#server/features/futures/entry-decider.ts'
import { TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { epochMsOf } from '#shared/time.ts'
import { act, amountOf, type MoneyFeature, reviewer, sum, which, who } from '../money-feature.ts'
import type { Turn } from '../turn.ts'

const SYMBOL = 'BTC/USDT'

/** Between the smaller and the larger trades of the model, so that both paths run. */
const LIMITS = { stakeMaximum: '5000', userOpenMaximum: '6000', symbolOwedMaximum: '2500' }

const asked = fc.record({
  user: who,
  side: fc.constantFrom('long', 'short'),
  durationSeconds: fc.constantFrom(60, 60, 120, 360, 600, 61),
  claimedRatio: fc.constantFrom(undefined, undefined, 30, 100),
  seenPrice: fc.constantFrom(undefined, undefined, '60000', '70000'),
  amount: sum('50', '49.99999999', '50.00000001', '333.33333333', '5000', '5000.00000001'),
})
const { entryWindowMs, settlementWindowMs } = TICK_RULES
const entered = fc.record({
  item: which,
  price: fc.constantFrom('60000', '60000', '60000.01', '61000', undefined),
  lateMs: fc.constantFrom(0, 1, 250, entryWindowMs, entryWindowMs + 1, returnAfterMs(TICK_RULES)),
})
const ended = fc.record({
  item: which,
  price: fc.constantFrom('60000', '60000.01', '59999.99', undefined),
  lateMs: fc.constantFrom(
    -1,
    0,
    1,
    settlementWindowMs,
    settlementWindowMs + 1,
    voidAfterMs(TICK_RULES),
  ),
})

export const futures: MoneyFeature = {
  aggregate,
  acts: {
    /** Records two ticks, so that futures are offered, and then requests a trade. */
    open: act(asked, async (turn, { user, amount, ...wanted }) => {
      const { world } = turn
      const owner = turn.user(user)
      const userNo = String(owner.userNo)
      const price = turn.current('BTC')?.price ?? '60000'
      for (const _ of [1, 2]) world.observe('BTC', price)
      const command = {
        ...wanted,
        userId: owner.userId,
        userNo,
        symbol: SYMBOL,
        amount: amountOf(amount, await turn.available(owner, 'USDT')),
      } as const
      const names = claimNamesOf({ userNo, symbol: SYMBOL })
      return turn.open(aggregate, owner, async () =>
        requestFutures(command, {
          at: turn.at,
          available: await turn.available(owner, 'USDT'),
          limits: LIMITS,
          userOpen: await world.readClaims(names.user),
          symbolOwed: await world.readClaims(names.symbol),
          hasPrice: turn.current('BTC') !== undefined,
          recent: world.ticksOf('BTC').toReversed().slice(0, 3),
        }),
      )
    }),
    /** Waits a little, then may record a price, and enters a trade at the first valid price. */
    enter: act(entered, async (turn, { item, price, lateMs }) => {
      const { world } = turn
      const trade = await tradeOf(turn, item)
      if (!trade?.request) return undefined
      world.pass(Math.max(0, epochMsOf(trade.request.requestedAt) + lateMs - world.nowMs))
      if (price !== undefined) world.observe('BTC', price)
      return turn.on(aggregate, item, (state) => {
        const { last, requestedAt } = state.request ?? { last: null, requestedAt: '' }
        const ticks = world.ticksOf('BTC')
        const after = ticks.slice(ticks.findIndex(({ id }) => id === last?.id) + 1)
        const next = after.find(({ at }) => at >= requestedAt) ?? null
        return enterFutures(state, { at: turn.at, next, recordsPrices: true })
      })
    }),
    /** Waits until a trade ends, or a little longer, then may record a price, and settles it. */
    end: act(ended, async (turn, { item, price, lateMs }) => {
      const { world } = turn
      const trade = await tradeOf(turn, item)
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

async function tradeOf(turn: Turn, item: number): Promise<FuturesState | undefined> {
  const items = turn.world.itemsOf(aggregate.kind)
  const id = items[item % items.length]?.id
  return id === undefined ? undefined : turn.read<FuturesState>(`${aggregate.kind}-${id}`)
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
