import { describe, expect, it } from 'vitest'
import type { PriceReading } from '#server/prices/price-source.ts'
import { type VettingState, vet } from '#server/prices/vetting.ts'
import { readingOf } from '#tests/prices/reading.ts'

const NOW_MS = Date.UTC(2026, 0, 31, 12)
const SECOND = 1_000

/** Verdicts on consecutive readings, one second apart. */
function judge(...readings: Partial<PriceReading>[]): string[] {
  let state: VettingState = {}
  return readings.map((given, index) => {
    const atMs = NOW_MS + index * SECOND
    const verdict = vet(state, readingOf({ atMs, ...given }), atMs)
    state = verdict.state
    return 'use' in verdict ? verdict.use : verdict.fault
  })
}

describe('a price reading', () => {
  it('is used in canonical form', () => {
    expect(judge({ price: '43250.10000000' })).toEqual(['43250.1'])
  })

  it('is refused for unlisted assets and for the quote asset', () => {
    expect(judge({ symbol: 'PEPE' }, { symbol: 'USDT' })).toEqual(['not_listed', 'not_listed'])
    expect(judge({ symbol: 'DAI', price: '0.9991' })).toEqual(['0.9991'])
  })

  it('is refused if it is not a positive number', () => {
    expect(judge({ price: 'n/a' }, { price: '0' }, { price: '-5' }, { price: '1e-12' })).toEqual([
      'malformed',
      'not_positive',
      'not_positive',
      'not_positive',
    ])
  })

  it('is refused if it is older than a minute or from the future', () => {
    expect(judge({ atMs: NOW_MS - 60 * SECOND })).toEqual(['100'])
    expect(judge({ atMs: NOW_MS - 61 * SECOND })).toEqual(['stale'])
    expect(judge({ atMs: NOW_MS + 11 * SECOND })).toEqual(['ahead_of_time'])
  })

  it('is refused if it is out of order or repeated', () => {
    expect(judge({}, { atMs: NOW_MS - SECOND }, { atMs: NOW_MS })).toEqual([
      '100',
      'reordered',
      'repeated',
    ])
  })

  it('that spikes is held until a later reading confirms it', () => {
    expect(judge({}, { price: '111' }, { price: '112' }, { price: '113' })).toEqual([
      '100',
      'spike',
      '112',
      '113',
    ])
  })

  it('that spikes is dropped if no later reading confirms it', () => {
    expect(judge({}, { price: '1000' }, { price: '101' }, { price: '1000' })).toEqual([
      '100',
      'spike',
      '101',
      'spike',
    ])
  })

  it('that spikes is not confirmed by a different spike', () => {
    expect(judge({}, { price: '1000' }, { price: '10' }, { price: '10.1' })).toEqual([
      '100',
      'spike',
      'spike',
      '10.1',
    ])
  })

  it('that spikes does not confirm itself when repeated', () => {
    const atMs = NOW_MS + SECOND
    expect(judge({}, { price: '500', atMs }, { price: '500', atMs })).toEqual([
      '100',
      'spike',
      'repeated',
    ])
  })

  it('is used at once if it moves up to ten percent', () => {
    expect(judge({}, { price: '110' }, { price: '99' })).toEqual(['100', '110', '99'])
  })
})
