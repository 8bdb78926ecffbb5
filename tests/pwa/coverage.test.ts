import { expect, test } from 'vitest'
import { coverageOf, isHeld, isShown } from '#pwa/features/reserves/coverage.ts'
import type { Reserves } from '#shared/contract/reserves.ts'
import { formatPercent } from '#shared/format.ts'

const AT = '2026-01-01T00:00:00.000Z'
const ETH = {
  ...{ symbol: 'ETH', reserves: '999.999', reserves_as_of: AT },
  ...{ liabilities: '1000', liabilities_as_of: AT },
}
const UNOWED = { liabilities: null, liabilities_as_of: null }
const NONE = { addresses: [], assets: [] }
const HELD: Reserves = {
  ...NONE,
  addresses: [
    {
      ...{ id: '1', symbol: 'ETH', network: 'ERC20', address: '0x1', balance: null },
      ...{ message: 'm', signature: 's', added_at: AT },
    },
  ],
}

test('a coverage just below 100 % is never shown as 100 %', () => {
  expect(formatPercent(coverageOf(ETH) ?? '')).toBe('99.9%')
})

test('a large coverage is shown with separators', () => {
  expect(formatPercent(coverageOf({ ...ETH, liabilities: '0.4' }) ?? '')).toBe('249,999.7%')
})

test.each([
  ['reserves', { reserves_as_of: null }],
  ['liabilities', UNOWED],
  ['anything owed', { liabilities: '0' }],
])('without %s the coverage is unknown', (_, without) => {
  expect(coverageOf({ ...ETH, ...without })).toBeUndefined()
})

test('an asset is shown where it is held or owed', () => {
  expect(isShown(ETH, NONE)).toBe(true)
  expect(isShown({ ...ETH, ...UNOWED }, NONE)).toBe(false)
  expect(isShown({ ...ETH, ...UNOWED, reserves_as_of: null }, HELD)).toBe(true)
  expect([isHeld('ETH', HELD.addresses), isHeld('BTC', HELD.addresses)]).toEqual([true, false])
})
