import { beforeAll, describe, expect, test } from 'vitest'
import { listActivity, readBalancesAt, readStatement } from '#shared/contract/activity.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { activeTrader } from './support/active-trader.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp()
const { services } = testApp

// The limit of the orders.
beforeAll(() => bitcoinBecomes(testApp, '50000'))

type Query = Readonly<Record<string, string>>

const statement = (by: Person, query: Query, of = by) =>
  by.client.send(readStatement, { params: { userId: of.userId }, query })

const today = () => new Date().toISOString().slice(0, 10)
const linesOf = async ({ client, userId }: Person) =>
  (await client.call(listActivity, { params: { userId }, query: {} })).lines
const balancesAt = ({ client, userId }: Person, at: string) =>
  client.call(readBalancesAt, { params: { userId }, query: { at } })
const trader = () => activeTrader(testApp)

/** Parses a CSV file whose cells have no line breaks. */
function parsed(csv: string): Record<string, string>[] {
  const [head = '', ...rest] = csv.trimEnd().split('\r\n')
  const names = head.split(',')
  return rest.map((line) => {
    const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    )
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

describe('a statement', () => {
  test('lists opening balances, each movement and closing balances', async () => {
    const { user } = await trader()
    const { status, headers, text } = await statement(user, {
      from: today(),
      to: today(),
      zone: '+05:30',
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/csv')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="keel-statement-${today()}-to-${today()}.csv"`,
    )
    expect(text.startsWith('Entry,Time,Asset,')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  test('agrees with the activity and the balances at its end', async () => {
    const { user } = await trader()
    const day = today()
    const lines = parsed((await statement(user, { from: day, to: day, zone: 'UTC' })).text)
    const movements = lines.filter(({ Entry }) => Entry === 'Movement')
    const all = (await linesOf(user)).toReversed()
    expect(movements.map(({ Position, Change }) => [Position, Change]).sort()).toEqual(
      all.map(({ position, amount }) => [position, amount]).sort(),
    )
    expect(movements.every(({ Time = '' }) => /T[\d:.]{12}\+00:00$/.test(Time))).toBe(true)
    const closing = lines.filter(({ Entry }) => Entry === 'Closing balance')
    const end = await balancesAt(user, `${day}T23:59:59.999Z`)
    expect(
      closing.map(({ Asset, Available, Frozen }) => ({
        symbol: Asset,
        available: Available,
        frozen: Frozen,
      })),
    ).toEqual(end.balances)
    expect(lines.filter(({ Entry }) => Entry === 'Opening balance')).toEqual([])
  })

  test('of a later period starts with the balances at that time', async () => {
    const { user } = await trader()
    const day = instantOf(Date.now() + 2 * DAY_MS).slice(0, 10)
    const lines = parsed((await statement(user, { from: day, to: day, zone: 'UTC' })).text)
    expect(lines.map(({ Entry, Asset, Available }) => [Entry, Asset, Available])).toEqual([
      ['Opening balance', 'USDT', '3950'],
      ['Opening balance', 'BTC', '0.001'],
      ['Closing balance', 'USDT', '3950'],
      ['Closing balance', 'BTC', '0.001'],
    ])
  })

  test('is refused for an invalid period or time zone', async () => {
    const user = await newUser(testApp)
    const refused = async (query: Query) => {
      const { status, text } = await statement(user, query)
      return [status, JSON.parse(text).code]
    }
    const good = { from: '2026-01-01', to: '2026-12-31', zone: 'Europe/Berlin' }
    expect((await statement(user, good)).status).toBe(200)
    expect(await refused({ ...good, from: '2024-12-31' })).toEqual([
      400,
      'statement.period_invalid',
    ])
    expect(await refused({ ...good, to: '2025-12-31' })).toEqual([400, 'statement.period_invalid'])
    expect(await refused({ ...good, zone: 'Mars/Olympus' })).toEqual([400, 'input.invalid'])
    expect(await refused({ ...good, zone: '+19:00' })).toEqual([400, 'input.invalid'])
    expect(await refused({ ...good, to: '2026-02-31' })).toEqual([400, 'input.invalid'])
    const other = await newUser(testApp)
    expect((await statement(other, good, user)).status).toBe(403)
  })

  test('is complete even if it is longer than a page', async () => {
    const user = await newUser(testApp)
    await atOnce(1_200, () => adjust(services.log, { owner: user.userNo, change: 1n }))
    const { text } = await statement(user, { from: today(), to: today(), zone: 'UTC' })
    const lines = parsed(text)
    const movements = lines.filter(({ Entry }) => Entry === 'Movement')
    expect(movements).toHaveLength(1_200)
    expect(new Set(movements.map(({ Position }) => Position)).size).toBe(1_200)
    expect(lines.at(-1)).toMatchObject({ Entry: 'Closing balance', Available: '0.000012' })
  })
})
