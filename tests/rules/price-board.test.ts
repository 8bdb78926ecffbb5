import { expect, test } from 'vitest'
import { createPriceBoard } from '#server/prices/price-board.ts'
import type { QuotedTick } from '#server/prices/tick-log.ts'
import { instantOf } from '#shared/time.ts'

const NOW_MS = 1_000_000

function tick(id: string, symbol: string, price: string): QuotedTick {
  const quote = { change24h: null, volume24h: null, observedMs: NOW_MS, position: 1n }
  return { id, symbol, source: 'binance', price, at: instantOf(NOW_MS), ...quote }
}

test('after a failover no price is current until it is read again, and the last known one stays', () => {
  const board = createPriceBoard({ name: 'binance', origin: 'live' }, { now: () => NOW_MS })
  board.take([tick('a', 'BTC', '60000'), tick('b', 'USDC', '0.9')])
  expect(board.current('BTC')).toMatchObject({ id: 'a' })
  board.forget()
  expect(board.current('BTC')).toBeUndefined()
  expect(board.lastKnown('BTC')).toMatchObject({ price: '60000' })
  expect(board.current('USDC')).toBeUndefined()
  board.take([tick('c', 'BTC', '61000')])
  expect(board.current('BTC')).toMatchObject({ id: 'c' })
})
