import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { cancelLoan, submitLoan } from '#shared/contract/loans.ts'
import { cancelTrade, placeTrade, rejectOrder } from '#shared/contract/spot-orders.ts'
import { cancelWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import {
  DEPOSITS_WAITING_MAX,
  LOANS_CANCELLED_MAX,
  REJECTED_A_DAY_MAX,
  WITHDRAWALS_WAITING_MAX,
} from '#shared/rules/waiting-requests.ts'
import { HOUR_MS } from '#shared/time.ts'
import { offerAddress } from '#tests/api/support/addresses.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'

const ORDERS_MAX = 5
const world = await openTestApp({ config: { spotOrdersWaitingMaximum: ORDERS_MAX } })
const WALLET = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

let admin: Person
let screenshot: Awaited<ReturnType<typeof photo>>

beforeAll(async () => {
  admin = await newAdmin(world)
  screenshot = await photo(16, 16)
  await offerAddress(world, {
    symbol: 'USDT',
    network: 'TRC20',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  })
})

const deposit = ({ client }: Person, key: string = randomUUID()) =>
  client.send(submitDeposit, {
    body: { symbol: 'USDT', amount: '250' },
    files: { screenshot },
    key,
  })
const withdraw = ({ client }: Person) =>
  client.send(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '1', walletAddress: WALLET },
  })
const order = ({ client }: Person) =>
  client.send(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.00001', price: '50000' },
  })

/** As if the user had sent all their requests an hour ago. */
const anHourAgo = ({ userNo }: Person) =>
  world.database.pool.query(
    `update document set created_at = created_at - interval '1 hour' where owner = $1`,
    [userNo],
  )

interface Response {
  readonly status: number
  readonly body: unknown
}

/**
 * Sends more requests than may wait, a few at a time because uploads of one user are limited too.
 *
 * @returns the code of each refusal, and how many passed
 */
async function flood(
  send: (by: Person) => Promise<Response>,
  by: Person,
  { times, atOnce = times }: { readonly times: number; readonly atOnce?: number },
) {
  const responses: Response[] = []
  while (responses.length < times) {
    responses.push(...(await Promise.all(Array.from({ length: atOnce }, () => send(by)))))
  }
  const refusals = responses.flatMap(({ status, body }) =>
    status === 200 ? [] : [(body as { code: string }).code],
  )
  return { passed: responses.length - refusals.length, refused: [...new Set(refusals)] }
}

test('a customer has a limited number of waiting deposits, and may report more once one is decided', async () => {
  const player = await newUser(world)
  const key = randomUUID()
  const first = await deposit(player, key)
  expect(await flood(deposit, player, { times: DEPOSITS_WAITING_MAX + 2, atOnce: 2 })).toEqual({
    passed: DEPOSITS_WAITING_MAX - 1,
    refused: ['deposit.too_many_waiting'],
  })
  expect((await deposit(await newUser(world))).status).toBe(200)
  // A repetition of a waiting request gets the same response.
  expect((await deposit(player, key)).body.request.id).toBe(first.body.request.id)

  const params = { id: first.body.request.id }
  await admin.client.call(reviewDeposit, { params, body: { action: 'approve' } })
  expect((await deposit(player)).status).toBe(200)
  expect((await deposit(player)).status).toBe(409)
})

test('a customer has a limited number of waiting withdrawals, and gains nothing by cancelling them', async () => {
  const player = await newUser(world)
  await fund(world, player, 'USDT', '1000')
  const first = await withdraw(player)
  expect(await flood(withdraw, player, { times: WITHDRAWALS_WAITING_MAX + 3 })).toEqual({
    passed: WITHDRAWALS_WAITING_MAX - 1,
    refused: ['withdrawal.too_many_waiting'],
  })
  const params = { id: first.body.request.id }
  await player.client.call(cancelWithdrawal, { params })
  expect((await withdraw(player)).status).toBe(409)
  await anHourAgo(player)
  expect((await withdraw(player)).status).toBe(200)
  expect((await withdraw(player)).status).toBe(409)
})

test('a customer may have as many waiting orders as the operator allows', async () => {
  const player = await newUser(world)
  await fund(world, player, 'USDT', '1000')
  const first = await order(player)
  expect(await flood(order, player, { times: ORDERS_MAX + 3 })).toEqual({
    passed: ORDERS_MAX - 1,
    refused: ['order.too_many_waiting'],
  })
  await player.client.call(cancelTrade, { params: { id: first.body.id } })
  expect((await order(player)).status).toBe(409)
  await anHourAgo(player)
  expect((await order(player)).status).toBe(200)
  expect((await order(player)).status).toBe(409)
})

/** As if staff had decided on all requests of the user a day ago. */
const decidedADayAgo = ({ userNo }: Person) =>
  world.database.pool.query(
    `update document set data = jsonb_set(data::jsonb, '{reviewedAt}',
       to_jsonb(to_char((data ->> 'reviewedAt')::timestamptz at time zone 'UTC' - interval '1 day',
         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::json
     where owner = $1 and data ->> 'reviewedAt' is not null`,
    [userNo],
  )

const rejection = { action: 'reject', rejectionReason: 'No such payment' } as const
const apply = ({ client }: Person) =>
  client.send(submitLoan, { body: { amount: '500', purpose: 'A van', duration: 30 }, files: {} })

test.each([
  [
    'deposits',
    deposit,
    async ({ request }: { request: { id: string } }) => {
      await admin.client.call(reviewDeposit, { params: { id: request.id }, body: rejection })
    },
  ],
  [
    'loan applications',
    apply,
    async ({ loan }: { loan: { id: string } }) => {
      await admin.client.call(reviewLoan, { params: { id: loan.id }, body: rejection })
    },
  ],
  [
    'spot orders',
    order,
    async ({ id }: { id: string }) => {
      await admin.client.call(rejectOrder, { params: { id }, body: {} })
    },
  ],
])(
  'a customer whose %s are rejected can submit only a few more in a day',
  async (_, send, reject) => {
    const player = await newUser(world)
    await fund(world, player, 'USDT', '1000')
    for (let sent = 0; sent < REJECTED_A_DAY_MAX; sent += 1) {
      await reject((await send(player)).body as never)
    }
    const { status, body } = await send(player)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'request.too_many_rejected', maximum: REJECTED_A_DAY_MAX })
    const untilMs = Date.parse((body as unknown as { until: string }).until)
    expect(untilMs).toBeGreaterThan(Date.now() + 23 * HOUR_MS)
    expect(untilMs).toBeLessThan(Date.now() + 24 * HOUR_MS)

    await decidedADayAgo(player)
    expect((await send(player)).status).toBe(200)
  },
)

test('a customer cannot flood staff with notifications of loan applications', async () => {
  const player = await newUser(world)
  for (let applied = 0; applied < LOANS_CANCELLED_MAX; applied += 1) {
    const { loan } = (await apply(player)).body
    await player.client.call(cancelLoan, { params: { id: loan.id } })
  }
  expect((await apply(player)).body).toMatchObject({ code: 'loan.too_many_cancelled' })
  await anHourAgo(player)
  expect((await apply(player)).status).toBe(200)
})
