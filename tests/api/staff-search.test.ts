import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { askedOf } from '#server/features/staff-search/asked.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { explainActivity, listActivity } from '#shared/contract/activity.ts'
import { listCasesOfUser, searchAsStaff } from '#shared/contract/cases.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { startConversation } from '#shared/contract/support.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { eventually } from '#tests/support/wait.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { photo } from './support/pictures.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const PLATFORM = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const world = await openTestApp()
const { clock } = world

let admin: Person
let user: Person
/** The ids by kind, in the order of the requests. */
const made: Record<string, string> = {}

beforeAll(async () => {
  await bitcoinBecomes(world, '50000')
  admin = await newAdmin(world)
  user = await newUser(world)
  await offerAddress(world, { symbol: 'USDT', network: 'TRC20', address: PLATFORM })
  await fund(world, user, 'USDT', '60000')
  const image = await photo(32, 32)
  const { client } = user
  const deposit = { body: { symbol: 'USDT', amount: '250' }, files: { screenshot: image } } as const
  made.deposit = (await client.call(submitDeposit, deposit)).request.id
  made.withdrawal = (
    await client.call(submitWithdrawal, {
      body: { symbol: 'USDT', amount: '50', walletAddress: DEMO_WALLET.address },
    })
  ).request.id
  made['spot-order'] = (
    await client.call(placeTrade, {
      body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price: '50000' },
    })
  ).id
  made.stake = (await client.call(openStake, { body: { amount: '50000', duration: 30 } })).id
  const loan = { body: { amount: '500', purpose: 'A van', duration: 30 } }
  made.loan = (await client.call(submitLoan, loan)).loan.id
  await client.call(submitKyc, {
    body: { fullName: 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
  made.kyc = user.userId
  await client.call(startConversation, { body: { message: 'Hello' } })
  made.conversation = user.userId
})

const search = (q: string) => admin.client.call(searchAsStaff, { query: { q } })

describe('the search of staff', () => {
  test('finds a user by name, email, display id and id', async () => {
    const found = { id: user.userId, email: user.email, full_name: user.fullName }
    const { display_id } = (await search(user.email)).users[0] ?? {}
    for (const text of [user.email, user.email.toUpperCase(), display_id ?? '', user.userId]) {
      expect((await search(text)).users[0], text).toMatchObject(found)
    }
    const named = (await search(user.fullName.slice(2, -1))).users
    expect(named.map(({ full_name }) => full_name)).toEqual([user.fullName])
    expect((await search('nobody by this name')).users).toEqual([])
  })

  test('finds a deleted user by display id and id, without other names', async () => {
    const leaver = await newUser(world)
    const { display_id = '' } = (await search(leaver.email)).users[0] ?? {}
    await leaver.client.call(deleteAccount)
    const found = [{ id: leaver.userId, display_id, full_name: '', email: '' }]
    for (const text of [display_id, display_id.toLowerCase(), leaver.userId]) {
      expect((await search(text)).users, text).toEqual(found)
    }
    expect((await search(leaver.email)).users).toEqual([])
  })

  test('finds a case by its id, by a prefix of it, and by the name of its stream', async () => {
    for (const [kind, id] of Object.entries(made)) {
      const { cases } = await search(`${kind}-${id}`)
      expect(cases, kind).toHaveLength(1)
      expect(cases[0]).toMatchObject({ kind, id, user: { id: user.userId, email: user.email } })
    }
    const { deposit = '', withdrawal } = made
    const [found] = (await search(deposit.toUpperCase())).cases
    expect(found).toMatchObject({
      kind: 'deposit',
      id: deposit,
      label: 'Deposits',
      url: `/admin/reviews?case=deposit-${deposit}`,
      status: 'pending',
      waiting: true,
      asset: 'USDT',
      amount: '250',
      note: 'TRC20',
    })
    const alike = (await search(deposit.slice(0, 8))).cases.map(({ id }) => id)
    expect(alike).toEqual(expect.arrayContaining([deposit, withdrawal]))
    expect((await search(`deposit-${withdrawal}`)).cases).toEqual([])
  })

  test('finds withdrawals, saved addresses and deposit addresses by a part of the address', async () => {
    const { address } = DEMO_WALLET
    for (const part of [address, address.toLowerCase(), address.slice(-8)]) {
      expect((await search(part)).cases, part).toEqual(
        expect.arrayContaining([expect.objectContaining({ id: made.withdrawal })]),
      )
    }
    await user.client.call(saveAddress, {
      body: { label: 'My wallet', symbol: 'USDT', network: 'TRC20', address },
    })
    expect((await search(address.slice(3))).saved).toEqual([
      { address, user: expect.objectContaining({ id: user.userId }) },
    ])
    expect(JSON.stringify(await search(address))).not.toContain('My wallet')
    expect((await search(PLATFORM.slice(0, 10))).addresses).toEqual([
      { symbol: 'USDT', network: 'TRC20', address: PLATFORM, is_active: true },
    ])
    expect(await search('TX1111111111111')).toMatchObject({ cases: [], saved: [], addresses: [] })
  })

  test('finds an event by its position, and by a request id given to support', async () => {
    const params = { userId: user.userId }
    const { lines } = await user.client.call(listActivity, { params, query: {} })
    const { position = '' } = lines[0] ?? {}
    const reason = await user.client.call(explainActivity, { params: { ...params, position } })
    const found = { position, title: expect.any(String), user: { id: user.userId } }
    expect((await search(`#${position}`)).events).toMatchObject([found])
    await eventually(async () => {
      expect((await search(reason.request_id)).events).toMatchObject([found])
    })
  })

  test('treats pattern characters literally and refuses a single letter', async () => {
    for (const text of ['%%', '__', '%', "'; drop table person; --", '\\']) {
      const { status, body } = await admin.client.send(searchAsStaff, {
        query: { q: `${text}x9z` },
      })
      expect([status, body.users, body.cases], text).toEqual([200, [], []])
    }
    expect((await admin.client.send(searchAsStaff, { query: { q: 'a' } })).status).toBe(400)
  })

  test('returns no encrypted data of a verification', async () => {
    for (const text of ['123-45-6789', '6789', '1 Example Street', user.userId]) {
      const response = JSON.stringify(await search(text))
      expect(response, text).not.toContain('123-45')
      expect(response, text).not.toContain('Example Street')
    }
  })
})

describe('the cases of a user', () => {
  const list = (query: { kind?: string; limit?: number; before?: string } = {}) =>
    admin.client.call(listCasesOfUser, { params: { userId: user.userId }, query })

  test('contain everything that the user requested, traded, staked or wrote, newest first', async () => {
    const { cases, kinds, next } = await list()
    expect(next).toBeNull()
    expect(cases.map(({ kind, id }) => [kind, id])).toEqual(Object.entries(made).reverse())
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['futures', 'kyc']))
    const urls = Object.fromEntries(cases.map(({ kind, url }) => [kind, url]))
    expect(urls.conversation).toBe(`/admin/support?conversation=${user.userId}`)
    expect(urls.stake).toBe(`/admin/audit?acts=all&area=staking&user=${user.userId}`)
    expect((await list({ kind: 'loan' })).cases.map(({ id }) => id)).toEqual([made.loan])
    expect((await list({ kind: 'unheard-of' })).cases).toEqual([])
  })

  test('are paged without gaps, and reflect a decision', async () => {
    const seen: string[] = []
    for (let before: string | null | undefined; before !== null; ) {
      const page = await list({ limit: 3, ...(before ? { before } : {}) })
      seen.push(...page.cases.map(({ kind }) => kind))
      before = page.next
    }
    expect(seen).toEqual(Object.keys(made).reverse())
    clock.advance(1_000)
    await admin.client.call(reviewDeposit, {
      params: { id: made.deposit ?? '' },
      body: { action: 'approve' },
    })
    expect((await list({ kind: 'deposit' })).cases[0]).toMatchObject({
      status: 'approved',
      waiting: false,
    })
  })

  test('of an unknown user are refused', async () => {
    const params = { userId: crypto.randomUUID() }
    const { status, body } = await admin.client.send(listCasesOfUser, { params })
    expect([status, body.code]).toEqual([404, 'user.unknown'])
  })
})

test('a text is searched only where its form can match', () => {
  const kinds = ['deposit', 'deposit-address']
  expect(askedOf('demo@example.com', kinds)).toEqual({ beginnings: [] })
  expect(askedOf('0199B3C2', kinds)).toMatchObject({
    beginnings: ['deposit-0199b3c2', 'deposit-address-0199b3c2'],
  })
  expect(askedOf('deposit-address-USDT-TRC20', kinds).beginnings).toContain(
    'deposit-address-USDT-TRC20',
  )
  expect(askedOf('#1204', kinds).position).toBe('1204')
  expect(askedOf('TR7NHq', kinds)).toEqual({ beginnings: [], address: 'TR7NHq' })
})
