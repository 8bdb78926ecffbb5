import { describe, expect, test } from 'vitest'
import { type CheckTick, checkResult } from '#pwa/features/futures/check-result.ts'
import type { FuturesTrade } from '#shared/contract/futures.ts'
import { futuresTrade, tick } from './support/futures.ts'

const ENTRY = futuresTrade().entry_tick
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
    const { agrees, steps } = checkResult(won, [ENTRY, BEFORE, AT_END])
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
    expect(checkResult(lost, [ENTRY, BEFORE, AT_END]).agrees).toBe(true)
    const same = tick('s', '60000', '2026-01-01T00:01:01.000Z')
    const even = settled({ result: 'tie', final_amount: '100', profit_loss: '0' }, same)
    expect(checkResult(even, [ENTRY, same]).agrees).toBe(true)
  })

  test('agrees with a void trade if no price was recorded in the minute after its end', () => {
    expect(checkResult(voided, [ENTRY, BEFORE]).agrees).toBe(true)
    const late = tick('l', '61000', '2026-01-01T00:02:00.251Z')
    expect(checkResult(voided, [ENTRY, BEFORE, late]).agrees).toBe(true)
  })

  test.each<[string, FuturesTrade, readonly CheckTick[], string[]]>([
    [
      'an earlier tick decided',
      won,
      [ENTRY, tick('x', '59000', AT_END.at), AT_END],
      ['Deciding price', 'Direction', 'Amount'],
    ],
    [
      'the settlement price was altered',
      { ...won, exit_price: '60020' },
      [ENTRY, AT_END],
      ['Deciding price'],
    ],
    [
      'the win was called a loss',
      { ...won, result: 'loss', final_amount: '70', profit_loss: '-30' },
      [ENTRY, AT_END],
      ['Direction', 'Amount'],
    ],
    ['less was paid', { ...won, final_amount: '129.99' }, [ENTRY, AT_END], ['Amount']],
    [
      'it ended early',
      { ...won, expires_at: '2026-01-01T00:01:00.200Z' },
      [ENTRY, AT_END],
      ['End of the trade'],
    ],
    [
      'the entry price is not the recorded one',
      { ...won, entry_price: '59990' },
      [ENTRY, AT_END],
      ['Entry price'],
    ],
    ['the entry tick is not in the record', won, [AT_END], ['Entry price']],
    [
      'a trade with a price in time was voided',
      voided,
      [ENTRY, AT_END],
      ['Deciding price', 'Direction', 'Amount'],
    ],
    ['a void trade kept the stake', { ...voided, final_amount: '0' }, [ENTRY], ['Amount']],
  ])('finds that %s', (_, trade, ticks, titles) => {
    expect(disagreeing(trade, ticks)).toEqual(titles)
  })
})
