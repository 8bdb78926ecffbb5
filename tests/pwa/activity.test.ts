import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { filterFrom, queryOf } from '#pwa/features/activity/activity-filter.ts'
import { momentFrom, momentsAt } from '#pwa/features/activity/moment.ts'
import { periodFault, presetsAt } from '#pwa/features/activity/statement-period.ts'
import { byDay, movementOf, shortText, signedText } from '#pwa/hooks/movement.ts'
import { eventHash } from '#server/events/event-hash.ts'
import { canonicalJson } from '#shared/canonical-json.ts'
import type { ActivityLine } from '#shared/contract/activity.ts'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import { hashOfEvent } from '#shared/proofs/event-proof.ts'
import { tryTimeZone } from '#shared/time-zone.ts'

const berlin = zone('Europe/Berlin')

function zone(name: string) {
  const found = tryTimeZone(name)
  if (!found) throw new Error(name)
  return found
}

function line(
  amount: string,
  available: readonly [string, string],
  frozen: readonly [string, string] = ['0', '0'],
): ActivityLine {
  return {
    position: '1',
    type: 'StakeOpened',
    kind: 'stake',
    title: 'Staked',
    at: '2026-11-21T10:00:00.000Z',
    symbol: 'USDT',
    amount,
    available: { before: available[0], after: available[1] },
    frozen: { before: frozen[0], after: frozen[1] },
  }
}

describe('a movement', () => {
  test('shows the change of the total balance, or else of the frozen balance', () => {
    const texts = [
      line('50', ['0', '50']),
      line('-0.5', ['0', '0'], ['1', '0.5']),
      line('0', ['100', '60'], ['0', '40']),
      line('0', ['60', '100'], ['40', '0']),
    ].map((each) => [movementOf(each).direction, signedText(movementOf(each))])
    expect(texts).toEqual([
      ['in', '+50.00000000'],
      ['out', '\u22120.50000000'],
      ['frozen', '40.00000000'],
      ['released', '40.00000000'],
    ])
  })

  test('is shown without trailing zeros in its short form', () => {
    const lost = movementOf(line('-2921.7225', ['5000', '2078.2775']))
    expect([shortText(lost), signedText(lost)]).toEqual([
      '\u22122,921.7225',
      '\u22122,921.72250000',
    ])
    expect(shortText(movementOf(line('25000', ['0', '25000'])))).toBe('+25,000')
  })

  test('is listed under its day in the user’s time zone', () => {
    const at = (text: string) => ({ at: text })
    const lines = ['2026-11-21T00:30:00Z', '2026-11-20T23:30:00Z', '2026-11-20T10:00:00Z'].map(at)
    const days = byDay(lines, (text) => berlin.isoOf(Date.parse(text)).slice(0, 10))
    expect(days.map(({ day, lines: own }) => [day, own.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
    ])
  })
})

describe('a filter', () => {
  test('is read from the URL, without invalid values', () => {
    const read = (text: string) => filterFrom(new URLSearchParams(text))
    expect(read('kind=stake&symbol=BTC&from=2026-01-01')).toEqual({
      kind: 'stake',
      symbol: 'BTC',
      from: '2026-01-01',
      to: undefined,
    })
    expect(
      Object.values(read('kind=x&symbol=XXX&from=today&to=2026-99-99')).filter(Boolean),
    ).toEqual([])
  })

  test('queries whole days in the user’s time zone', () => {
    expect(queryOf({ from: '2026-03-29', to: '2026-03-29' }, berlin)).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-29T22:00:00.000Z',
    })
    expect(queryOf({}, berlin)).toEqual({})
  })
})

test('a moment in the URL falls back to now if it is invalid', () => {
  expect(momentFrom('2026-11-21T10:30')).toBe('2026-11-21T10:30')
  for (const text of [null, '', 'now', '2026-13-01T00:00', '1999-01-01T00:00']) {
    expect(momentFrom(text)).toBe('')
  }
  expect(momentsAt(berlin, Date.UTC(2026, 10, 20, 23, 30)).map(({ value }) => value)).toEqual([
    '',
    '2026-11-21T00:00:00',
    '2026-11-01T00:00:00',
    '2026-01-01T00:00:00',
  ])
})

describe('a statement', () => {
  test('is offered for months and years, leap days included', () => {
    const periods = presetsAt('2024-03-05').map(({ from, to }) => `${from} ${to}`)
    expect(periods).toEqual([
      '2024-03-01 2024-03-05',
      '2024-02-01 2024-02-29',
      '2024-01-01 2024-03-05',
      '2023-01-01 2023-12-31',
    ])
    expect(presetsAt('2026-01-31')[1]).toMatchObject({ from: '2025-12-01', to: '2025-12-31' })
  })

  test('explains an invalid period', () => {
    expect(periodFault({ from: '2024-01-01', to: '2024-12-31' })).toBeUndefined()
    expect(periodFault({ from: '', to: '2024-12-31' })).toContain('choose both')
    expect(periodFault({ from: '2025-01-02', to: '2025-01-01' })).toContain('not be after')
    expect(periodFault({ from: '2024-01-01', to: '2025-01-01' })).toContain('366 days')
  })
})

describe('an event', () => {
  const data = { zeta: 'ü', alpha: { two: 2, one: null }, list: [1, 'b'] }
  const metadata = { at: '2026-01-01T00:00:00.000Z', actor: { kind: 'user' } }
  const previous = createHash('sha256').update('before').digest()
  const requestHash = createHash('sha256').update('asked').digest()
  const content = {
    stream: 'stake-1',
    version: 2,
    type: 'StakeMatured',
    key: '018f0000-0000-7000-8000-000000000001',
  }
  const transfers = [{ debit: -6146n, credit: 1026n, amount: 500n }]

  function proven(before: Buffer | null): ProvenEvent {
    const hash = eventHash(before, {
      ...content,
      requestHash,
      schemaVersion: 1,
      dataText: canonicalJson(data),
      metadataText: canonicalJson(metadata),
      transfers,
    })
    return {
      ...content,
      position: '7',
      schema_version: 1,
      request_hash: requestHash.toString('hex'),
      data,
      metadata,
      transfers: transfers.map(({ debit, credit, amount }) => ({
        debit: String(debit),
        credit: String(credit),
        amount: String(amount),
      })),
      hash: hash.toString('hex'),
      previous_hash: before?.toString('hex') ?? null,
    }
  }

  test('is verified in the browser against its hash in the log', () => {
    for (const before of [null, previous]) {
      const event = proven(before)
      expect(hashOfEvent(event)).toBe(event.hash)
    }
  })

  test('fails verification after any change', () => {
    const event = proven(previous)
    const forged: Partial<ProvenEvent>[] = [
      { data: { ...data, zeta: 'u' } },
      { metadata: { ...metadata, actor: { kind: 'admin' } } },
      { transfers: [{ debit: '-6146', credit: '1026', amount: '501' }] },
      { stream: 'stake-2' },
      { version: 3 },
      { type: 'StakeOpened' },
      { key: '018f0000-0000-7000-8000-000000000002' },
      { request_hash: '00' },
      { previous_hash: null },
      { schema_version: 2 },
    ]
    for (const change of forged) {
      expect(hashOfEvent({ ...event, ...change })).not.toBe(event.hash)
    }
  })
})
