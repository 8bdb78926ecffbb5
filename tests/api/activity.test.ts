import { beforeAll, describe, expect, test } from 'vitest'
import { presentLine } from '#server/features/activity/present.ts'
import { FEATURES } from '#server/features/index.ts'
import { matureDueStakes } from '#server/features/staking/mature-due.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { sqlChart } from '#server/ledger/chart.ts'
import { readActivity } from '#server/queries/activity.ts'
import {
  type ActivityLine,
  listActivity,
  listSecurityEvents,
  readBalancesAt,
} from '#shared/contract/activity.ts'
import { removeSavedAddress, saveAddress } from '#shared/contract/saved-addresses.ts'
import { cancelTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { activeTrader, limitBuy } from './support/active-trader.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { disable, fund, newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const testApp = await openTestApp()

// The limit of the orders.
beforeAll(() => bitcoinBecomes(testApp, '50000'))
const { clock, services } = testApp

type Query = Readonly<Record<string, string | number>>

const list = (by: Person, query: Query = {}, of = by) =>
  by.client.send(listActivity, { params: { userId: of.userId }, query })
const balances = (by: Person, query: Query = {}, of = by) =>
  by.client.send(readBalancesAt, { params: { userId: of.userId }, query })

const trader = () => activeTrader(testApp)

describe('the security events of a user', () => {
  test('are listed newest first, page by page', async () => {
    const { client, userId } = await newUser(testApp)
    const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    const body = { label: 'Savings', symbol: 'USDT', network: 'TRC20', address } as const
    for (const _ of ['first', 'second', 'third']) {
      const { id } = await client.call(saveAddress, { body })
      await client.call(removeSavedAddress, { params: { id } })
    }
    const page = (query: Query) =>
      client.call(listSecurityEvents, { params: { userId }, query: { limit: 2, ...query } })
    const { lines, next } = await page({})
    const rest = await page({ before: next ?? '' })
    expect([lines.length, rest.lines.length, rest.next]).toEqual([2, 1, null])
    const positions = [...lines, ...rest.lines].map(({ position }) => Number(position))
    expect(positions).toEqual(positions.toSorted((one, other) => other - one))
    expect(new Set(positions).size).toBe(3)
    expect(lines[0]).toMatchObject({ title: 'Address saved', by: { kind: 'user' } })
  })
})

describe('the activity of a user', () => {
  test('has one line for each asset of each event, with balances before and after', async () => {
    const { user } = await trader()
    const { status, body } = await list(user)
    expect(status).toBe(200)
    expect(body.next).toBeNull()
    expect(body.lines.map(({ title, symbol, amount }) => [title, symbol, amount])).toEqual([
      ['Order cancelled', 'USDT', '0'],
      ['Buy order for BTC', 'USDT', '0'],
      ['Order executed', 'USDT', '-50'],
      ['Order executed', 'BTC', '0.001'],
      ['Buy order for BTC', 'USDT', '0'],
      ['Staked for 5 days', 'USDT', '0'],
      ['Adjustment', 'USDT', '5000'],
    ])
    expect(body.lines[2]).toMatchObject({
      kind: 'order',
      type: 'SpotOrderExecuted',
      available: { before: '3950', after: '3950' },
      frozen: { before: '1050', after: '1000' },
    })
  })

  test('includes an event that is not in the journal yet', async () => {
    const user = await newUser(testApp)
    for (let count = 1; count <= 20; count += 1) {
      await fund(testApp, user, 'TRX', '1')
      const { body } = await list(user, { limit: 1 })
      expect(body.lines[0]?.available.after).toBe(String(count))
    }
  })

  test('reads the same lines from the tail of the log as from the journal', async () => {
    const { user } = await trader()
    const settled = await untilFolded(user)
    const client = await services.pool.connect()
    try {
      await client.query('begin')
      // The locked checkpoint stops the follower, so all of the user's lines come from the log.
      await client.query("update checkpoint set position = 0 where name = 'journal'")
      await client.query('delete from journal')
      const tail = await readActivity(client, {
        userNo: user.userNo,
        within: { after: 0n, upTo: await services.log.head() },
        order: 'newest first',
        limit: 100,
      })
      expect(tail.map((each) => presentLine(FEATURES.catalog, each))).toEqual(settled)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('is paged by position without gaps or repetitions', async () => {
    const { user } = await trader()
    const all = (await list(user)).body.lines
    const seen: ActivityLine[] = []
    let before: string | null = null
    do {
      const { body }: { body: { lines: ActivityLine[]; next: string | null } } = await list(user, {
        limit: 2,
        ...(before ? { before } : {}),
      })
      seen.push(...body.lines)
      before = body.next
    } while (before)
    expect(seen).toEqual(all)
  })

  test('is filtered by kind, asset and period', async () => {
    const { user } = await trader()
    const titles = async (query: Query) =>
      (await list(user, query)).body.lines.map(({ title }) => title)
    expect(await titles({ kind: 'stake' })).toEqual(['Staked for 5 days'])
    expect(await titles({ symbol: 'BTC' })).toEqual(['Order executed'])
    expect(await titles({ kind: 'adjustment', symbol: 'BTC' })).toEqual([])
    const [last, , third] = (await list(user)).body.lines
    expect(await titles({ from: instantOf(Date.parse(last?.at ?? '') + 1) })).toEqual([])
    expect(await titles({ from: last?.at ?? '' })).toContain('Order cancelled')
    expect(await titles({ to: third?.at ?? '' })).not.toContain('Order cancelled')
    expect((await list(user, { from: 'yesterday' })).status).toBe(400)
    expect(
      (await list(user, { from: '0000-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' })).status,
    ).toBe(200)
  })

  test('is visible only to its owner and staff, and contains no lines of other users', async () => {
    const [one, other] = [await newUser(testApp), await newUser(testApp)]
    await fund(testApp, one, 'USDT', '1')
    expect((await list(other, {}, one)).status).toBe(403)
    expect((await list(other)).body.lines).toEqual([])
    expect((await list(await newAdmin(testApp), {}, one)).body.lines).toHaveLength(1)
    await disable(testApp, one)
    expect((await list(one)).body.lines).toHaveLength(1)
  })

  test('is read with an index', async () => {
    const client = await services.pool.connect()
    try {
      // PostgreSQL scans a table this small unless that is disabled.
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select position from journal
         where ${sqlChart.ownerOf('account')} = 7 order by position desc limit 10`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('journal_by_owner')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('balances as of a moment', () => {
  test('are those after the last event up to that moment, with its position', async () => {
    const { user } = await trader()
    for (const { at, position } of (await list(user)).body.lines) {
      const { body } = await balances(user, { at })
      expect(BigInt(body.position)).toBeGreaterThanOrEqual(BigInt(position))
    }
    const early = await balances(user, { at: '2020-01-01T00:00:00+01:00' })
    expect(early.body).toEqual({ at: '2019-12-31T23:00:00.000Z', position: '0', balances: [] })
    const now = await balances(user)
    expect(now.body.balances).toEqual([
      { symbol: 'USDT', available: '3950', frozen: '1000' },
      { symbol: 'BTC', available: '0.001', frozen: '0' },
    ])
    expect((await balances(user, { at: '9999-01-01T00:00:00Z' })).body.balances).toEqual(
      now.body.balances,
    )
  })
})

test('replaying the lines gives the balances at every position', async () => {
  const user = await newUser(testApp)
  await fund(testApp, user, 'USDT', '100000')
  await act(
    user,
    'fund stake order cancel order order stake fund cancel order cancel stake'.split(' '),
  )
  clock.advance(2 * DAY_MS)
  await matureDueStakes(services)
  const later = await renewed(testApp, user)
  await act(later, 'order fund stake cancel order'.split(' '))

  const lines = (await list(later, { limit: 200 })).body.lines.toReversed()
  expect(lines.length).toBeGreaterThan(15)
  const held = replayed(lines)
  for (const { symbol, available, frozen } of await readBalances(services.pool, user.userNo)) {
    expect(held.get(`${symbol} available`) ?? 0n).toBe(available)
    expect(held.get(`${symbol} frozen`) ?? 0n).toBe(frozen)
  }
})

async function act(user: Person, steps: readonly string[]): Promise<void> {
  const open: string[] = []
  const acts: Readonly<Record<string, () => Promise<unknown>>> = {
    fund: () => fund(testApp, user, 'ETH', '0.5'),
    stake: () => user.client.call(openStake, { body: { amount: '10', duration: 1 } }),
    order: async () => open.push((await limitBuy(user)).id),
    cancel: () => user.client.call(cancelTrade, { params: { id: open.pop() ?? '' } }),
  }
  for (const step of steps) await acts[step]?.()
}

/** Replays the lines; each must start with the balances that the previous one left. */
function replayed(lines: readonly ActivityLine[]): ReadonlyMap<string, bigint> {
  const held = new Map<string, bigint>()
  for (const { symbol, amount, available, frozen } of lines) {
    let change = 0n
    for (const [part, { before, after }] of Object.entries({ available, frozen })) {
      expect(formatUnits(held.get(`${symbol} ${part}`) ?? 0n)).toBe(before)
      held.set(`${symbol} ${part}`, parseUnits(after))
      change += parseUnits(after) - parseUnits(before)
    }
    expect(change).toBe(parseUnits(amount))
  }
  return held
}

async function untilFolded(user: Person): Promise<ActivityLine[]> {
  const position = await services.log.head()
  expect(await waitForPosition(services.pool, { follower: 'journal', position })).toBe(true)
  return (await list(user, { limit: 200 })).body.lines
}
