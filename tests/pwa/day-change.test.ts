import { describe, expect, it } from 'vitest'
import { dayChangeOf } from '#pwa/hooks/day-change.ts'
import { type KnownPrice, valuePortfolio } from '#shared/rules/portfolio.ts'

const PRICES: Record<string, KnownPrice> = {
  BTC: { price: '110' },
  ETH: { price: '45' },
  USDT: { price: '1' },
  LTC: { price: '80', staleSince: '2026-01-31T09:30:00.000Z' },
}

type Held = [symbol: string, amount: string]

function valued(...held: Held[]) {
  const holdings = held.map(([symbol, available]) => ({ symbol, available, frozen: '0' }))
  return valuePortfolio(holdings, (symbol) => PRICES[symbol])
}

const dayAgo = (...held: Held[]) => held.map(([symbol, amount]) => ({ symbol, amount }))

/** The change of assets held throughout the day. */
function changeOf(held: Held[], change: (symbol: string) => string | null) {
  return dayChangeOf(valued(...held), dayAgo(...held), change)
}

describe('the change of a portfolio over a day', () => {
  it('is the difference from the same holdings at yesterday’s prices', () => {
    const change = changeOf([['BTC', '1']], () => '10')
    expect(change).toEqual({ difference: '10', percent: '10' })
  })

  it('weighs each asset by its value', () => {
    const changes: Record<string, string> = { BTC: '10', ETH: '-10', USDT: '0' }
    const held: Held[] = [
      ['BTC', '1'],
      ['ETH', '2'],
      ['USDT', '100'],
    ]
    expect(changeOf(held, (symbol) => changes[symbol] ?? null)).toEqual({
      difference: '0',
      percent: '0',
    })
  })

  it('is unknown if the change of one asset is unknown', () => {
    const held: Held[] = [
      ['BTC', '1'],
      ['ETH', '2'],
    ]
    expect(changeOf(held, (symbol) => (symbol === 'BTC' ? '10' : null))).toBeUndefined()
  })

  it('is unknown if an asset has no current price', () => {
    for (const symbol of ['XRP', 'LTC']) {
      const held: Held[] = [
        ['BTC', '1'],
        [symbol, '2'],
      ]
      expect(changeOf(held, () => '10')).toBeUndefined()
    }
  })

  it('is unknown for an empty portfolio', () => {
    expect(changeOf([], () => '0')).toBeUndefined()
  })

  it('excludes what arrived during the day, and counts the rest', () => {
    const value = valued(['BTC', '2'], ['ETH', '5'])
    expect(dayChangeOf(value, [], () => '10')).toBeUndefined()
    expect(dayChangeOf(value, dayAgo(['BTC', '1']), () => '10')).toEqual({
      difference: '10',
      percent: '10',
    })
  })

  it('counts only what is left after a sale', () => {
    const change = dayChangeOf(valued(['BTC', '1']), dayAgo(['BTC', '3']), () => '10')
    expect(change).toEqual({ difference: '10', percent: '10' })
  })
})
