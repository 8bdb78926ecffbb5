import { describe, expect, it } from 'vitest'
import type { PriceReading } from '#server/prices/price-source.ts'
import { type VettingState, vet } from '#server/prices/vetting.ts'
import { readingOf } from '#tests/prices/reading.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 12)
const SECOND = 1_000

/** What becomes of readings, one after the other, each a second after the one before. */
function judge(...readings: Partial<PriceReading>[]): string[] {
  let state: VettingState = {}
  return readings.map((given, index) => {
    const atMs = NOW_MS + index * SECOND
    const verdict = vet(state, readingOf({ atMs, ...given }), atMs)
    state = verdict.state
    return 'use' in verdict ? verdict.use : verdict.fault
  })
}

describe('a reading is used only where it is plausible', () => {
  it('uses a price as the source wrote it, in canonical form', () => {
    expect(judge({ price: '43250.10000000' })).toEqual(['43250.1'])
  })

  it('knows listed assets alone, and stablecoins by definition', () => {
    expect(judge({ symbol: 'PEPE' }, { symbol: 'USDT' }, { symbol: 'DAI' })).toEqual([
      'not_listed',
      'not_listed',
      'not_listed',
    ])
  })

  it('refuses what is no positive number', () => {
    expect(judge({ price: 'n/a' }, { price: '0' }, { price: '-5' }, { price: '1e-12' })).toEqual([
      'malformed',
      'not_positive',
      'not_positive',
      'not_positive',
    ])
  })

  it('refuses an observation older than a minute, or from the future', () => {
    expect(judge({ atMs: NOW_MS - 60 * SECOND })).toEqual(['100'])
    expect(judge({ atMs: NOW_MS - 61 * SECOND })).toEqual(['stale'])
    expect(judge({ atMs: NOW_MS + 11 * SECOND })).toEqual(['ahead_of_time'])
  })

  it('refuses a reading that was overtaken, and one that is told twice', () => {
    expect(judge({}, { atMs: NOW_MS - SECOND }, { atMs: NOW_MS })).toEqual([
      '100',
      'reordered',
      'repeated',
    ])
  })

  it('holds a spike until a later reading agrees with it', () => {
    expect(judge({}, { price: '111' }, { price: '112' }, { price: '113' })).toEqual([
      '100',
      'spike',
      '112',
      '113',
    ])
  })

  it('forgets a spike that nobody confirms', () => {
    expect(judge({}, { price: '1000' }, { price: '101' }, { price: '1000' })).toEqual([
      '100',
      'spike',
      '101',
      'spike',
    ])
  })

  it('takes two different spikes for no confirmation', () => {
    expect(judge({}, { price: '1000' }, { price: '10' }, { price: '10.1' })).toEqual([
      '100',
      'spike',
      'spike',
      '10.1',
    ])
  })

  it('does not let a spike confirm itself by being told again', () => {
    const atMs = NOW_MS + SECOND
    expect(judge({}, { price: '500', atMs }, { price: '500', atMs })).toEqual([
      '100',
      'spike',
      'repeated',
    ])
  })

  it('lets a move of ten percent pass at once', () => {
    expect(judge({}, { price: '110' }, { price: '99' })).toEqual(['100', '110', '99'])
  })
})
