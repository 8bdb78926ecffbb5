import { describe, expect, test } from 'vitest'
import {
  actorName,
  auditFilterFrom,
  auditQueryOf,
  narrowedBy,
  personName,
} from '#pwa/features/audit/audit-filter.ts'
import { trialByAsset } from '#pwa/features/reconciliation/trial-balance.tsx'
import { tryTimeZone } from '#shared/time-zone.ts'

const filterOf = (address: string) => auditFilterFrom(new URLSearchParams(address))

describe('a filter of the audit', () => {
  test('is read from the URL, without invalid values', () => {
    const id = '018f0000-0000-7000-8000-000000000001'
    const address = `acts=all&by=${id}&user=AB12CD34&area=deposits&from=2026-01-31&to=2026-02-01`
    expect(filterOf(address)).toEqual({
      acts: 'all',
      by: id,
      user: 'AB12CD34',
      area: 'deposits',
      type: undefined,
      from: '2026-01-31',
      to: '2026-02-01',
    })
    const nonsense = filterOf('acts=none&by=me&user=%20&area=A/B&type=a b&from=soon')
    expect(Object.values(nonsense).filter(Boolean)).toEqual([])
  })

  test('queries whole days in the time zone', () => {
    const zone = tryTimeZone('+02:00')
    if (!zone) throw new Error('an offset is a zone')
    expect(auditQueryOf(filterOf('from=2026-01-31&to=2026-01-31&type=LoanApproved'), zone)).toEqual(
      {
        type: 'LoanApproved',
        from: '2026-01-30T22:00:00.000Z',
        to: '2026-01-31T22:00:00.000Z',
      },
    )
  })

  test('counts its criteria, except the choice between staff and everyone', () => {
    expect(narrowedBy(filterOf('acts=all'))).toBe(0)
    expect(narrowedBy(filterOf('acts=all&user=a&type=LoanApproved'))).toBe(2)
  })
})

test('people are shown by name, and by display id after they are deleted', () => {
  const person = {
    user_id: null,
    display_id: 'AB12CD34',
    name: 'Demo User',
    email: 'demo@example.com',
  }
  expect(personName(person)).toBe('Demo User')
  expect(personName({ ...person, name: '' })).toBe('demo@example.com')
  expect(personName({ ...person, name: null, email: null })).toBe('Deleted AB12CD34')
  expect(actorName({ kind: 'system', person: null })).toBe('The platform')
  expect(actorName({ kind: 'staff', person })).toBe('Demo User')
})

describe('the trial balance', () => {
  const line = (account: string, log: string, tables = log, symbol = 'USDT') => ({
    ...{ symbol, account, log, tables },
  })

  test('sums each column per asset, and is balanced if both sums are zero', () => {
    const lines = [line('available', '90.5'), line('frozen', '9.5'), line('custody', '-100')]
    expect(trialByAsset([...lines, line('available', '0', '0', 'BTC')])).toMatchObject([
      { symbol: 'USDT', sumOfLog: '0', sumOfTables: '0', isBalanced: true },
      { symbol: 'BTC', isBalanced: true },
    ])
    expect(trialByAsset(lines)[0]?.accounts.map(({ name }) => name)).toEqual([
      'Users, available',
      'Users, frozen',
      'House, custody',
    ])
  })

  test('is not balanced if tables and log differ, even if both sums are zero', () => {
    const [asset] = trialByAsset([line('available', '10', '11'), line('custody', '-10', '-11')])
    expect(asset).toMatchObject({ sumOfLog: '0', sumOfTables: '0', isBalanced: false })
    expect(asset?.accounts.map(({ differs }) => differs)).toEqual([true, true])
  })
})
