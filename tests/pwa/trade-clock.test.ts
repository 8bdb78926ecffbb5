import { describe, expect, test } from 'vitest'
import { barShareOf, clockOf, formatTenths } from '#pwa/features/futures/trade-clock.ts'
import { timed, timedInList } from '#pwa/features/futures/use-futures.ts'
import { futuresTrade } from './support/futures.ts'

const SAID_AT_MS = 1_000_000
const trade = timed(futuresTrade({ duration: 60, remaining_ms: 60_000 }), SAID_AT_MS)
const at = (passedMs: number) => clockOf(trade, SAID_AT_MS + passedMs)

describe('the countdown of a trade', () => {
  test('counts from the remaining time of the server, independent of the device’s clock', () => {
    expect(at(0)).toMatchObject({ leftMs: 60_000, leftShare: 1 })
    expect(at(15_000)).toMatchObject({ leftMs: 45_000, leftShare: 0.75 })
    const elsewhere = timed(trade, SAID_AT_MS + 3_600_000)
    expect(clockOf(elsewhere, SAID_AT_MS + 3_600_000).leftMs).toBe(60_000)
  })

  test('does not count while the trade is opening', () => {
    const opening = timed(futuresTrade({ status: 'opening', remaining_ms: 60_000 }), SAID_AT_MS)
    expect(clockOf(opening, SAID_AT_MS + 90_000)).toMatchObject({
      leftMs: 60_000,
      leftShare: 1,
      phase: 'opening',
    })
  })

  test('shows both potential amounts for eight seconds, then the running result', () => {
    expect(at(7_999).phase).toBe('potential')
    expect(at(8_000).phase).toBe('running')
    expect(at(59_999).phase).toBe('running')
  })

  test('is settling after its end until the server responds', () => {
    expect(at(60_000)).toMatchObject({ phase: 'settling', leftMs: 0, leftShare: 0 })
    expect(at(600_000)).toMatchObject({ phase: 'settling', leftMs: 0 })
  })

  test('stays over if the response is newer than the last reading of the clock', () => {
    const over = timed(futuresTrade({ duration: 60, remaining_ms: 0 }), SAID_AT_MS)
    expect(clockOf(over, SAID_AT_MS - 250).phase).toBe('settling')
  })

  test('does not jump when a further page of the list arrives', () => {
    const row = futuresTrade({ duration: 60, remaining_ms: 60_000 })
    const { endsAtMs } = timedInList(row, SAID_AT_MS)
    expect(timedInList(row, SAID_AT_MS + 4_000).endsAtMs).toBe(endsAtMs)
    const again = futuresTrade({ duration: 60, remaining_ms: 54_000 })
    expect(timedInList(again, SAID_AT_MS + 6_000).endsAtMs).toBe(endsAtMs)
  })

  test('starts in the middle of a trade that was opened elsewhere', () => {
    const resumed = timed(futuresTrade({ duration: 60, remaining_ms: 20_000 }), SAID_AT_MS)
    expect(clockOf(resumed, SAID_AT_MS)).toMatchObject({ phase: 'running', leftMs: 20_000 })
  })

  test('never grows when the clock is set back', () => {
    expect(at(-5_000)).toMatchObject({ leftMs: 60_000, leftShare: 1 })
  })

  test('alternates profit and loss fewer than three times a second', () => {
    const lit = Array.from({ length: 16 }, (_, half) => at(half * 500).lit)
    expect(lit.slice(0, 4)).toEqual(['profit', 'loss', 'profit', 'loss'])
    const changes = Array.from({ length: 80 }, (_, tick) => at(tick * 100).lit)
    expect(changes.filter((one, index) => index > 0 && one !== changes[index - 1])).toHaveLength(15)
  })

  test.each([
    [62_390, '1:02.3'],
    [60_000, '1:00.0'],
    [99, '0:00.0'],
    [0, '0:00.0'],
    [-50, '0:00.0'],
  ])('reads %i ms as %s', (leftMs, text) => {
    expect(formatTenths(leftMs)).toBe(text)
  })

  test('has a progress bar for its last minute', () => {
    expect(barShareOf(600_000)).toBe(1)
    expect(barShareOf(30_000)).toBe(0.5)
    expect(barShareOf(0)).toBe(0)
  })
})
