import { expect, test } from 'vitest'
import { quotableTicks } from '#server/features/spot-orders/quotable-ticks.ts'
import { QUOTE_AGE_MS_MAX } from '#shared/rules/spot-orders.ts'
import { instantOf } from '#shared/time.ts'

type Tick = ReturnType<typeof tick>

function tick(id: string, symbol = 'BTC') {
  return { id, symbol, source: 'replay', price: '60000', at: instantOf(0) }
}

/** A market whose clock and prices the test controls. */
function market() {
  let now = 0
  let live: Tick | undefined
  let hear: (tick: Tick) => void = () => {}
  let forget = () => {}
  const feed = {
    current: () => live,
    onTick: (listener: (tick: Tick) => void) => {
      hear = listener
    },
    onForget: (listener: () => void) => {
      forget = listener
    },
  }
  const ticks = quotableTicks(feed, { now: () => now })
  return {
    says(next: Tick) {
      live = next
      hear(next)
    },
    failsOver: () => forget(),
    falls: () => {
      live = undefined
    },
    passes: (ms: number) => {
      now += ms
    },
    quotable: () => ticks.quotable('BTC').map(({ id }) => id),
  }
}

test('a price stays quotable for ten seconds after it is replaced', () => {
  const btc = market()
  btc.says(tick('a'))
  btc.passes(60_000)
  expect(btc.quotable()).toEqual(['a'])
  btc.says(tick('b'))
  btc.passes(QUOTE_AGE_MS_MAX)
  expect(btc.quotable()).toEqual(['b', 'a'])
  btc.passes(1)
  expect(btc.quotable()).toEqual(['b'])
})

test('prices from before a failover may have been lost, and are no longer quotable', () => {
  const btc = market()
  btc.says(tick('a'))
  btc.says(tick('b'))
  btc.failsOver()
  btc.says(tick('c'))
  expect(btc.quotable()).toEqual(['c'])
})

test('prices of other assets are ignored', () => {
  const btc = market()
  btc.says(tick('a'))
  btc.says(tick('eth', 'ETH'))
  btc.says(tick('b'))
  expect(btc.quotable()).toEqual(['b', 'a'])
})

test('nothing is quotable while the live price is stale', () => {
  const btc = market()
  btc.says(tick('a'))
  btc.says(tick('b'))
  btc.falls()
  expect(btc.quotable()).toEqual([])
})
