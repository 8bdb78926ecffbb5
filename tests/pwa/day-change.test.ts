import { describe, expect, it } from 'vitest'
import { dayChangeOf } from '#pwa/hooks/day-change.ts'
import { valuePortfolio } from '#shared/rules/portfolio.ts'

const PRICES: Record<string, string> = { BTC: '110', ETH: '45', USDT: '1' }

function valued(...held: [symbol: string, available: string][]) {
  const holdings = held.map(([symbol, available]) => ({ symbol, available, frozen: '0' }))
  return valuePortfolio(holdings, (symbol) => PRICES[symbol])
}

describe('the change of a portfolio over a day', () => {
  it('is the difference from the same holdings at yesterday’s prices', () => {
    const change = dayChangeOf(valued(['BTC', '1']), () => '10')
    expect(change).toEqual({ difference: '10', percent: '10' })
  })

  it('weighs each asset by its value', () => {
    const changes: Record<string, string> = { BTC: '10', ETH: '-10', USDT: '0' }
    const value = valued(['BTC', '1'], ['ETH', '2'], ['USDT', '100'])
    expect(dayChangeOf(value, (symbol) => changes[symbol])).toEqual({
      difference: '0',
      percent: '0',
    })
  })

  it('is unknown if the change of one asset is unknown', () => {
    const value = valued(['BTC', '1'], ['ETH', '2'])
    expect(dayChangeOf(value, (symbol) => (symbol === 'BTC' ? '10' : null))).toBeUndefined()
  })

  it('is unknown if an asset has no price', () => {
    expect(dayChangeOf(valued(['BTC', '1'], ['XRP', '2']), () => '10')).toBeUndefined()
  })

  it('is unknown for an empty portfolio', () => {
    expect(dayChangeOf(valued(), () => '0')).toBeUndefined()
  })
})
