import type { FuturesEvent } from '#server/features/futures/events.ts'
import { TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { instantOf } from '#shared/time.ts'

export const START_MS = Date.UTC(2026, 0, 31, 9, 30)
export const AT = instantOf(START_MS)

export const tick = (id: string, atMs: number, price = '60000') => ({
  id,
  source: 'binance',
  price,
  at: instantOf(atMs),
})
export const LAST = tick('last', START_MS - 400)
export const EARLIER = tick('earlier', START_MS - 1_400, '60010')

/** The terms agreed when a trade begins. */
export const TERMS = {
  userId: 'user-1',
  userNo: '7',
  symbol: 'BTC/USDT',
  side: 'long',
  stake: { symbol: 'USDT', amount: '100' },
  durationSeconds: 60,
  profitRatio: 30,
} as const

type Requested = Extract<FuturesEvent, { type: 'FuturesRequested' }>
export const requested: Requested = {
  type: 'FuturesRequested',
  data: {
    ...TERMS,
    requestedAt: AT,
    seenPrice: '60000',
    last: LAST,
    claims: [
      { name: 'futures of user 7', amount: '100', maximum: '50000' },
      { name: 'futures on BTC/USDT', amount: '30', maximum: '500000' },
    ],
    rules: TICK_RULES,
  },
}
