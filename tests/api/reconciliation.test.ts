import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { reconciliationRuns } from '#server/features/reconciliation/handler.ts'
import { reconciliationTasks } from '#server/features/reconciliation/runs.ts'
import { availableOf } from '#server/ledger/chart.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import {
  type ReconciliationPage,
  readLedgerAlarm,
  readReconciliation,
  requestReconciliation,
} from '#shared/contract/reconciliation.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { parseUnits } from '#shared/money.ts'
import type { LedgerCheck, ReconciliationScope } from '#shared/rules/reconciliation.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { photo } from './support/pictures.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

// Planted faults are logged too, so raise the log level.
const testApp = await openTestApp({ config: { logLevel: 'fatal' } })
const { app, services } = testApp
const { pool } = testApp.database

let admin: Person
let user: Person

/** Creates an approved deposit and a pending order. */
beforeAll(async () => {
  admin = await newAdmin(testApp)
  user = await newUser(testApp)
  await offerAddress(testApp, USDT_ADDRESS)
  const { request } = await user.client.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '1000' },
    files: { screenshot: await photo(16, 16) },
  })
  await admin.client.call(reviewDeposit, {
    params: { id: request.id },
    body: { action: 'approve' },
  })
  await placeOrder()
})

const USDT_ADDRESS = {
  symbol: 'USDT',
  network: 'TRC20',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const

const placeOrder = () =>
  user.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price: '50000' },
  })

async function look(): Promise<ReconciliationPage> {
  return admin.client.call(readReconciliation)
}

async function untilIdle(): Promise<ReconciliationPage> {
  for (;;) {
    const page = await look()
    if (!page.running) return page
    await sleep(20)
  }
}

async function run(scope: ReconciliationScope): Promise<ReconciliationPage> {
  const position = await services.log.head()
  await waitForPosition(pool, { follower: 'journal', position })
  await admin.client.call(requestReconciliation, { body: { scope } })
  return untilIdle()
}

/** The faults of a run, by check. */
function faultsOf({ last }: ReconciliationPage): Partial<Record<LedgerCheck, string>> {
  const found = last?.checks.filter(({ is_sound }) => !is_sound) ?? []
  return Object.fromEntries(found.map(({ check, fault }) => [check, fault ?? '']))
}

describe('the checks of the ledger', () => {
  test('verify a sound ledger up to a position and continue from there', async () => {
    expect((await look()).last).toBeNull()
    const first = await run('incremental')
    expect(first.last).toMatchObject({ is_sound: true, after: '0', scope: 'incremental' })
    expect(first.last?.requested_by?.name).toBe(admin.fullName)
    expect(first.verified?.position).toBe(first.last?.up_to)
    await placeOrder()
    const second = await run('incremental')
    expect(second.last?.after).toBe(first.verified?.position)
    // The order, and the events of the previous run.
    expect(second.last?.events).toBeLessThan(10)
    expect(second.last).toMatchObject({ is_sound: true })
  })

  test('show a trial balance of log and tables, with every column at zero', async () => {
    const { last } = await look()
    const usdt = last?.trial_balance.filter(({ symbol }) => symbol === 'USDT') ?? []
    expect(usdt.map(({ account, log, tables }) => [account, log, tables])).toEqual([
      ['available', '900', '900'],
      ['frozen', '100', '100'],
      ['custody', '-1000', '-1000'],
    ])
  })

  test('show the position of every follower', async () => {
    const { followers, head } = await look()
    expect(followers.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['journal', 'house-balance', 'audit-lines', 'push-notifications']),
    )
    for (const { lag, position } of followers) expect(Number(position) + lag).toBe(Number(head))
  })

  test('run one at a time', async () => {
    const responses = await atOnce(6, () =>
      admin.client.send(requestReconciliation, { body: { scope: 'incremental' } }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of responses.filter(({ status }) => status !== 200)) {
      expect([status, body.code]).toEqual([409, 'reconciliation.running'])
    }
    await untilIdle()
  })

  test('run automatically once a day', async () => {
    const ask = () => reconciliationRuns.requestBySchedule(services, { scope: 'incremental' })
    const asked = await ask()
    expect(asked).toMatchObject({ replayed: false })
    const { last } = await untilIdle()
    expect(last?.requested_by).toBeNull()
    expect(await ask()).toMatchObject({ replayed: true })
  })

  test('do not start for a run that was replaced or has finished', async () => {
    const { last } = await untilIdle()
    const inspected: ReconciliationScope[] = []
    const tasks = reconciliationTasks(services, (scope) => {
      inspected.push(scope)
      return Promise.reject(new Error('it must not look'))
    })
    for (const runId of [last?.id, randomUUID()]) {
      for (const task of tasks) await task.run({ runId, scope: 'full' })
    }
    expect(inspected).toEqual([])
  })

  test('are exposed as metrics', async () => {
    const { verified } = await look()
    const { body } = await app.inject({ method: 'GET', url: '/metrics' })
    expect(body).toContain(`ledger_verified_position ${verified?.position}`)
    expect(body).toContain('ledger_check_failures 0')
  })
})

describe('planted faults', () => {
  const ACCOUNT = () => availableOf(user.userNo, 'USDT')
  const ORDER = (nth: number) => `(select stream from document
    where kind = 'spot-order' and owner = ${user.userNo} order by stream offset ${nth} limit 1)`

  test('are found by their checks, and the alarm lasts until a run passes', async () => {
    await untilIdle()
    const [available, frozen] = [ACCOUNT(), ACCOUNT() + 1n]
    const forgeries: readonly (readonly [forgery: string, repair: string])[] = [
      [
        `update balance set amount = amount + 5 where account = ${available}`,
        `update balance set amount = amount - 5 where account = ${available}`,
      ],
      [
        `update balance set amount = amount + 7 where account = ${frozen}`,
        `update balance set amount = amount - 7 where account = ${frozen}`,
      ],
      [
        `update document set status = 'executed', waiting = false where stream = ${ORDER(0)}`,
        `update document set status = 'pending_approval', waiting = true where stream = ${ORDER(0)}`,
      ],
      [
        `update event set data = jsonb_set(data::jsonb, '{amount}', '"0.009"') where stream = ${ORDER(1)}`,
        `update event set data = jsonb_set(data::jsonb, '{amount}', '"0.001"') where stream = ${ORDER(1)}`,
      ],
      [
        `create table kept as select * from journal where account = ${available} limit 1;
         delete from journal where (account, position) in (select account, position from kept)`,
        'insert into journal select * from kept; drop table kept',
      ],
      [
        'update house_balance set amount = amount + 1 where account = -1026',
        'update house_balance set amount = amount - 1 where account = -1026',
      ],
    ]
    for (const [forgery] of forgeries) await pool.query(forgery)
    const page = await run('full')
    for (const [, repair] of forgeries) await pool.query(repair)

    expect(page.last?.is_sound).toBe(false)
    expect(faultsOf(page)).toEqual({
      balances: expect.stringMatching(
        /^user \d+ \([A-Z\d]{8}\), USDT available, is \d+, the log says/,
      ),
      house: expect.stringMatching(/^house account custody USDT is/),
      journal: expect.stringMatching(/^the journal has no line of event/),
      chains: expect.stringMatching(/is not what was appended/),
      documents: expect.stringMatching(/is not the fold of its events$/),
      lists: expect.stringMatching(/is in the lists but belongs in none$/),
      holds: expect.stringMatching(/holds 50 USDT, but is not open$/),
    })
    expect(page.last?.checks.find(({ check }) => check === 'balances')?.more).toBe(1)
    const usdt = page.last?.trial_balance.find(({ account }) => account === 'available')
    expect(parseUnits(usdt?.tables ?? '0') - parseUnits(usdt?.log ?? '0')).toBe(5n)
    expect(page.verified).toBeNull()
    const { alarm } = await admin.client.call(readLedgerAlarm)
    expect(alarm).toMatchObject({ check: 'balances' })

    // After a fault nothing is verified, so the next run starts with the first event.
    const after = await run('incremental')
    expect(after.last).toMatchObject({ is_sound: true, after: '0' })
    expect((await admin.client.call(readLedgerAlarm)).alarm).toBeNull()
  })

  test('are found by an incremental run', async () => {
    await pool.query(`update balance set amount = amount + 5 where account = ${ACCOUNT()}`)
    const page = await run('incremental')
    await pool.query(`update balance set amount = amount - 5 where account = ${ACCOUNT()}`)
    expect(page.last?.after).not.toBe('0')
    expect(Object.keys(faultsOf(page))).toEqual(['balances'])
  })
})
