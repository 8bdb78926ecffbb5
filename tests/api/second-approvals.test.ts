import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updatePortfolio } from '#shared/contract/adjustments.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { listKycRequests, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { AWAITS_SECOND_APPROVAL } from '#shared/contract/reviews.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { type Kind, kindsOf, type Review } from './support/approved-kinds.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { photo } from './support/pictures.ts'
import { silence } from './support/silence.ts'
import { fund, newAdmin, newUser, type Person, renewed } from './support/traders.ts'

const ABOVE = '1000'
const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const world = await openTestApp({ config: { secondApprovalAboveUsd: ABOVE } })
const { services, clock } = world

let first: Person
let second: Person
let third: Person
let customer: Person

/**
 * The limits count what one person approves for one customer, so each part uses separate people.
 */
async function newPeople(): Promise<void> {
  ;[first, second, third] = [await newAdmin(world), await newAdmin(world), await newAdmin(world)]
  customer = await newUser(world)
  await fund(world, customer, 'USDT', '100000')
}

beforeAll(async () => {
  await newPeople()
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: ADDRESS })
  await offerAddress(world, {
    symbol: 'BTC',
    network: 'Bitcoin',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  })
})

afterAll(() => expectSoundLedger(world))

const KINDS = kindsOf(() => first)
const kinds: readonly [string, Kind][] = Object.entries(KINDS)

async function countOf(type: string, stream: string): Promise<number> {
  const { rowCount } = await services.pool.query(
    'select 1 from event where stream = $1 and type = $2',
    [stream, type],
  )
  return rowCount ?? 0
}

async function waits(stream: string): Promise<boolean | undefined> {
  const { rows } = await services.pool.query<{ waiting: boolean }>(
    'select waiting from document where stream = $1',
    [stream],
  )
  return rows[0]?.waiting
}

const shown = ({ status, body }: Awaited<Review>) => [status, body.code ?? body.message]

describe.each(kinds)('%s', (_, kind) => {
  const streamOf = (id: string) => `${kind.stream}-${id}`
  beforeAll(newPeople)

  test('at the limit needs one approval', async () => {
    const id = await kind.ask(customer, ABOVE)
    expect(await kind.standing(id)).toMatchObject({ needs_second_approval: false })
    const { status, body } = await kind.approve(first, id)
    expect([status, body.awaits_second_approval]).toEqual([200, undefined])
    expect(await countOf(kind.executed, streamOf(id))).toBe(1)
  })

  test('above the limit waits for a second approval, which executes it', async () => {
    const id = await kind.ask(customer, '1200')
    expect(await kind.standing(id)).toMatchObject({
      needs_second_approval: true,
      first_approval: null,
    })
    const key = randomUUID()
    const given = await kind.approve(first, id, key)
    expect([given.status, given.body]).toEqual([
      200,
      { message: AWAITS_SECOND_APPROVAL, awaits_second_approval: true },
    ])
    expect(await countOf(kind.executed, streamOf(id))).toBe(0)
    expect(await waits(streamOf(id))).toBe(true)
    expect(await kind.standing(id)).toMatchObject({
      needs_second_approval: true,
      first_approval: { user_id: first.userId, by: first.fullName, value: '1200' },
    })

    expect(shown(await kind.approve(first, id))).toEqual([409, 'approval.second_person'])
    const done = await kind.approve(second, id)
    expect([done.status, done.body.awaits_second_approval]).toEqual([200, undefined])
    expect(await countOf(kind.executed, streamOf(id))).toBe(1)
    expect(await waits(streamOf(id))).toBe(false)
    expect(shown(await kind.approve(second, id))).toEqual([409, kind.decided])
    // A repeated first approval gets the first response again.
    expect((await kind.approve(first, id, key)).body).toEqual(given.body)
  })

  test.each(['first', 'second'] as const)('can be rejected by the %s reviewer', async (who) => {
    const id = await kind.ask(customer, '1200')
    await kind.approve(first, id)
    expect((await kind.reject(who === 'first' ? first : second, id)).status).toBe(200)
    expect(await countOf(kind.executed, streamOf(id))).toBe(0)
    expect(shown(await kind.approve(second, id))).toEqual([409, kind.decided])
  })

  test('is executed once by concurrent second approvals', async () => {
    const id = await kind.ask(customer, '1200')
    await kind.approve(first, id)
    const responses = await Promise.all(
      [second, third, second, third].map((by) => kind.approve(by, id)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await countOf(kind.executed, streamOf(id))).toBe(1)
  })

  test('gets one first approval from concurrent requests of one reviewer', async () => {
    const id = await kind.ask(customer, '1200')
    await Promise.all([first, first, first].map((by) => kind.approve(by, id)))
    expect(await countOf('FirstApprovalGiven', streamOf(id))).toBe(1)
    expect(await countOf(kind.executed, streamOf(id))).toBe(0)
  })
})

describe('reviewers cannot review their own request', () => {
  test.each(kinds)('%s', async (_, kind) => {
    const own = await newAdmin(world)
    await fund(world, own, 'USDT', '1300')
    const id = await kind.ask(own, '1200')
    const refusal = [403, 'access.own_request']
    expect(shown(await kind.approve(own, id))).toEqual(refusal)
    expect(shown(await kind.reject(own, id))).toEqual(refusal)
    await kind.approve(first, id)
    expect(shown(await kind.approve(own, id))).toEqual(refusal)
  })

  test('verification', async () => {
    const own = await newAdmin(world)
    const image = await photo(16, 16)
    await own.client.call(submitKyc, {
      body: { fullName: 'Demo Admin', ssn: '123-45-6789', address: '1 Example Street' },
      files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
    })
    const [request] = await own.client.call(listKycRequests)
    for (const action of ['approve', 'reject'] as const) {
      const body = { kycId: request?.id ?? '', action, reason: 'Blurred' }
      expect(shown(await own.client.send(reviewKyc, { body }))).toEqual([403, 'access.own_request'])
    }
  })

  test('adjustment', async () => {
    const body = {
      userId: first.userId,
      reason: 'A gift',
      balances: { USDT: { available: '1', was: '0' } },
    }
    const response = await first.client.send(updatePortfolio, { body })
    expect(shown(response)).toEqual([403, 'access.own_account'])
  })
})

test('a request without a fresh price needs two approvals', async () => {
  await newPeople()
  const deposit = async () =>
    (
      await customer.client.call(submitDeposit, {
        body: { symbol: 'BTC', amount: '0.01' },
        files: { screenshot: await photo(16, 16) },
      })
    ).request.id
  const { approve, standing }: Kind = KINDS.deposit
  expect((await approve(first, await deposit())).body.awaits_second_approval).toBeUndefined()
  const id = await deposit()
  await silence(world)
  clock.advance(61_000)
  expect(services.prices.current('BTC')).toBeUndefined()
  const again = await renewed(world, first)
  expect((await approve(again, id)).body).toEqual({
    message: AWAITS_SECOND_APPROVAL,
    awaits_second_approval: true,
  })
  expect(await standing(id)).toMatchObject({ first_approval: { value: null } })
})
