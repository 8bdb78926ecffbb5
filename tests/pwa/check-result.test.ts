import { describe, expect, test } from 'vitest'
import type { CheckTick } from '#pwa/features/futures/check-entry.ts'
import { checkResult } from '#pwa/features/futures/check-result.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { ENTRY, futuresTrade, LAST, tick } from './support/futures.ts'

const BEFORE = tick('b', '61000', '2026-01-01T00:01:00.249Z')
const AT_END = tick('s', '60010', '2026-01-01T00:01:00.250Z')

/** A settled trade, as the server returns it. */
function settled(parts: Partial<FuturesTrade>, deciding = AT_END): FuturesTrade {
  return futuresTrade({
    status: 'completed',
    exit_price: deciding.price,
    settlement_tick: deciding,
    remaining_ms: 0,
    ...parts,
  })
}

const won = settled({ result: 'win', final_amount: '130', profit_loss: '30' })
const voided = futuresTrade({
  status: 'rejected',
  result: 'void',
  final_amount: '100',
  profit_loss: '0',
  void_reason: 'No price was recorded in time.',
})

function disagreeing(trade: FuturesTrade, ticks: readonly CheckTick[]): string[] {
  return checkResult(trade, ticks)
    .steps.filter(({ agrees }) => !agrees)
    .map(({ title }) => title)
}

describe('checking a result', () => {
  test('agrees with a win and shows the calculation', () => {
    const { agrees, steps } = checkResult(won, [LAST, ENTRY, BEFORE, AT_END])
    expect(agrees).toBe(true)
    expect(steps.map(({ title }) => title)).toEqual([
      'Entry price',
      'End of the trade',
      'Deciding price',
      'Direction',
      'Amount',
    ])
    const lines = steps.flatMap((step) => step.lines)
    expect(lines).toContain('2026-01-01 00:00:00.250 UTC + 60 s = 2026-01-01 00:01:00.250 UTC')
    expect(lines).toContain('60010 − 60000 = +10')
    expect(lines).toContain('100 × 30 ÷ 100 = 30')
    expect(lines).toContain('100 + 30 = 130 USDT')
  })

  test('agrees with a loss and with a tie', () => {
    const lost = settled({
      side: 'short',
      result: 'loss',
      final_amount: '70',
      profit_loss: '-30',
    })
    expect(checkResult(lost, [LAST, ENTRY, BEFORE, AT_END]).agrees).toBe(true)
    const same = tick('s', '60000', '2026-01-01T00:01:01.000Z')
    const even = settled({ result: 'tie', final_amount: '100', profit_loss: '0' }, same)
    expect(checkResult(even, [LAST, ENTRY, same]).agrees).toBe(true)
  })

  test('agrees with a void trade if no price was recorded in the minute after its end', () => {
    expect(checkResult(voided, [LAST, ENTRY, BEFORE]).agrees).toBe(true)
    const late = tick('l', '61000', '2026-01-01T00:02:00.251Z')
    expect(checkResult(voided, [LAST, ENTRY, BEFORE, late]).agrees).toBe(true)
  })

  const unopened = futuresTrade({
    ...voided,
    entry_price: null,
    entry_tick: null,
    opened_at: null,
    expires_at: null,
  })

  test('agrees that a trade did not open if the next price was too far away or too late', () => {
    const far = tick('f', '60301.1', '2026-01-01T00:00:00.250Z')
    expect(checkResult(unopened, [LAST, far]).agrees).toBe(true)
    const late = tick('f', '60000', '2026-01-01T00:00:10.101Z')
    expect(checkResult(unopened, [LAST, late]).agrees).toBe(true)
    expect(disagreeing(unopened, [LAST, ENTRY])).toEqual(['Entry price'])
  })

  test('skips a tick from before the request that was recorded late', () => {
    const early = tick('x', '59000', '2026-01-01T00:00:00.050Z')
    expect(checkResult(won, [LAST, early, ENTRY, AT_END]).agrees).toBe(true)
  })

  test('agrees with an old trade, whose entry is any recorded tick', () => {
    const old = { ...won, last_tick: null, seen_price: null }
    expect(checkResult(old, [ENTRY, BEFORE, AT_END]).agrees).toBe(true)
    expect(disagreeing(old, [AT_END])).toEqual(['Entry price'])
  })

  test.each<[string, FuturesTrade, readonly CheckTick[], string[]]>([
    [
      'an earlier tick decided',
      won,
      [LAST, ENTRY, tick('x', '59000', AT_END.at), AT_END],
      ['Deciding price', 'Direction', 'Amount'],
    ],
    [
      'the settlement price was altered',
      { ...won, exit_price: '60020' },
      [LAST, ENTRY, AT_END],
      ['Deciding price'],
    ],
    [
      'the win was called a loss',
      { ...won, result: 'loss', final_amount: '70', profit_loss: '-30' },
      [LAST, ENTRY, AT_END],
      ['Direction', 'Amount'],
    ],
    ['less was paid', { ...won, final_amount: '129.99' }, [LAST, ENTRY, AT_END], ['Amount']],
    [
      'it ended early',
      { ...won, expires_at: '2026-01-01T00:01:00.200Z' },
      [LAST, ENTRY, AT_END],
      ['End of the trade'],
    ],
    [
      'the entry price is not the recorded one',
      { ...won, entry_price: '59990' },
      [LAST, ENTRY, AT_END],
      ['Entry price'],
    ],
    ['the entry tick is not in the record', won, [LAST, AT_END], ['Entry price']],
    [
      'a trade with a price in time was voided',
      voided,
      [LAST, ENTRY, AT_END],
      ['Deciding price', 'Direction', 'Amount'],
    ],
    [
      'an earlier tick was the first after the request',
      won,
      [LAST, tick('x', '59990', '2026-01-01T00:00:00.200Z'), ENTRY, AT_END],
      ['Entry price'],
    ],
    [
      'the last tick before the request was edited',
      won,
      [{ ...LAST, price: '60002' }, ENTRY, AT_END],
      ['Entry price'],
    ],
    [
      'the entry tick was edited',
      won,
      [LAST, { ...ENTRY, price: '59990' }, AT_END],
      ['Entry price'],
    ],
    [
      'the entry is too far from the price seen',
      { ...won, seen_price: '61000' },
      [LAST, ENTRY, AT_END],
      ['Entry price'],
    ],
    ['a void trade kept the stake', { ...voided, final_amount: '0' }, [LAST, ENTRY], ['Amount']],
  ])('finds that %s', (_, trade, ticks, titles) => {
    expect(disagreeing(trade, ticks)).toEqual(titles)
  })
})
