import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { applyDueAddresses } from '#server/features/deposit-addresses/apply-due.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  type DepositAddress,
  listDepositAddresses,
  listDepositAddressesForStaff,
  reviewDepositAddress,
  setDepositAddressActive,
} from '#shared/contract/deposit-addresses.ts'
import { claimReview, listReviews, readReview } from '#shared/contract/review-desk.ts'
import { saveAddress } from '#shared/contract/saved-addresses.ts'
import { toggleUserStatus } from '#shared/contract/users.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { offerAddress } from '../api/support/addresses.ts'
import { openTestApp } from '../api/support/app.ts'
import { expectSoundLedger } from '../api/support/ledger.ts'
import { Mailbox } from '../api/support/mailbox.ts'
import { newAdmin, newSession, newUser, type Person } from '../api/support/traders.ts'

/** One dishonest member of staff, one honest colleague and a user, on one server. */
const world = await openTestApp()
const { services, clock } = world
const mailbox = new Mailbox(services.config.dataDir)

const OURS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const THEIRS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'
const CUSTOMERS = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
const BTC = { assetSymbol: 'BTC' } as const

let thief: Person
let colleague: Person
let user: Person

beforeAll(async () => {
  thief = await newAdmin(world)
  colleague = await newAdmin(world)
  user = await newUser(world)
})

beforeEach(() => offerAddress(world, { symbol: 'BTC', network: 'Bitcoin', address: OURS }))

async function shown(): Promise<readonly string[]> {
  const { addresses } = await user.client.call(listDepositAddresses)
  return addresses.map(({ address }) => address)
}

const propose = (address = THEIRS, by = thief) =>
  by.client.call(changeDepositAddress, { params: BTC, body: { address, network: 'Bitcoin' } })

async function review(
  { proposal }: Pick<DepositAddress, 'proposal'>,
  by: Person,
  action: 'approve' | 'reject' = 'approve',
) {
  const proposedAt = proposal?.proposed_at ?? ''
  const body = { network: 'Bitcoin', action, proposedAt } as const
  const response = await by.client.send(reviewDepositAddress, { params: BTC, body })
  return response.body.code ?? response.status
}

async function waiting(): Promise<DepositAddress> {
  const { addresses } = await colleague.client.call(listDepositAddressesForStaff)
  const btc = addresses.find(({ asset_symbol: symbol }) => symbol === 'BTC')
  if (!btc) throw new Error('there is no address')
  return btc
}

const setActive = (person: Person, isActive: boolean) =>
  colleague.client.call(toggleUserStatus, { body: { userId: person.userId, isActive } })

describe('with a colleague', () => {
  test('one session of one member of staff cannot replace the address of all users', async () => {
    const { address, message } = await propose()
    expect(message).toContain('Another member of staff')
    expect(await shown()).toEqual([OURS])
    // Not with the session that proposed it, and not with a second session of the same account.
    const again = { ...thief, client: await newSession(world, thief.userId) }
    expect(await review(address, thief)).toBe('approval.second_person')
    expect(await review(address, again)).toBe('approval.second_person')
    expect(await review(address, user)).toBe('access.forbidden')
    expect(await shown()).toEqual([OURS])
    expect(await review(address, colleague, 'reject')).toBe(200)
    expect((await waiting()).proposal).toBeNull()
  })

  test('the colleague sees old and new at the review desk, and only the colleague decides', async () => {
    const { address } = await propose()
    const { items, counts } = await colleague.client.call(listReviews, {
      query: { kind: 'deposit-address' },
    })
    expect(counts['deposit-address']).toBe(1)
    const [item] = items
    expect(item).toMatchObject({ id: 'BTC-Bitcoin', awaits_second: true, asset: 'BTC' })
    const params = { kind: 'deposit-address', id: 'BTC-Bitcoin' }
    const found = await colleague.client.call(readReview, { params })
    expect(found.subject).toMatchObject({ previous_address: OURS, address: THEIRS })
    const claim = await thief.client.send(claimReview, { params, body: {} })
    expect(claim.body.code).toBe('approval.second_person')
    await colleague.client.call(claimReview, { params, body: {} })
    expect(await review(address, colleague)).toBe(200)
    expect(await shown()).toEqual([THEIRS])
  })

  test('a proposal cannot be replaced while the colleague reviews it', async () => {
    const { address: seen } = await propose(CUSTOMERS)
    expect(await review(seen, thief, 'reject')).toBe(200)
    clock.advance(1)
    await propose(THEIRS)
    expect(await review(seen, colleague)).toBe('address.none_waits')
    expect(await shown()).toEqual([OURS])
    expect(await review(await waiting(), colleague, 'reject')).toBe(200)
  })

  test('naming another network or coin changes nothing', async () => {
    const responses = await Promise.all([
      thief.client.send(changeDepositAddress, {
        params: BTC,
        body: { address: OURS, network: 'mainnet' },
      }),
      thief.client.send(changeDepositAddress, {
        params: BTC,
        body: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'ERC20' },
      }),
      thief.client.send(addDepositAddress, {
        body: { symbol: 'BTC', network: 'ethereum', address: THEIRS },
      }),
    ])
    expect(responses.map(({ body }) => body.code)).toEqual([
      'address.unchanged',
      'address.network_unsupported',
      'address.network_unsupported',
    ])
    expect(await shown()).toEqual([OURS])
  })

  test('one person alone cannot offer an old address again', async () => {
    const set = (isActive: boolean) =>
      thief.client.call(setDepositAddressActive, {
        params: BTC,
        body: { network: 'Bitcoin', isActive },
      })
    await set(false)
    expect(await shown()).toEqual([])
    await set(true)
    expect(await shown()).toEqual([])
    const proposed = `${thief.fullName} proposed to offer the BTC address ${OURS} again`
    await mailbox.find(colleague.email, new RegExp(`(${proposed})`))
    expect(await review(await waiting(), colleague)).toBe(200)
    expect(await shown()).toEqual([OURS])
    // Everyone who can act on it reads what happened, and who did it.
    await mailbox.find(thief.email, /(BTC deposit address: activated)/)
    await mailbox.find(
      thief.email,
      new RegExp(`(\\(Bitcoin\\) was activated by ${colleague.fullName})`),
    )
    // The address is not new, and there is no other one to compare it with.
    const mails = (await mailbox.to(colleague.email)).filter(
      (mail) => mail.includes(proposed) || mail.includes('was activated by'),
    )
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail).toContain(OURS)
      expect(mail).not.toMatch(/(New|Old) address/)
    }
  })

  test('disabling the only colleague does not make the proposer the only member of staff', async () => {
    await thief.client.call(toggleUserStatus, {
      body: { userId: colleague.userId, isActive: false },
    })
    const { address } = await propose()
    expect(address.proposal?.takes_effect_at).toBeNull()
    clock.advance(2 * DAY_MS)
    await applyDueAddresses(services)
    thief = { ...thief, client: await newSession(world, thief.userId) }
    user = { ...user, client: await newSession(world, user.userId) }
    expect(await shown()).toEqual([OURS])
    // The disabled colleague is still notified.
    await mailbox.find(colleague.email, /(deposit address: change proposed)/)
    expect(await review(address, thief, 'reject')).toBe(200)
  })
})

describe('an address of a customer', () => {
  test('cannot become a platform address, not even between proposal and approval', async () => {
    await thief.client.call(toggleUserStatus, {
      body: { userId: colleague.userId, isActive: true },
    })
    colleague = { ...colleague, client: await newSession(world, colleague.userId) }
    const { address } = await propose(CUSTOMERS)
    const body = { label: 'Mine', symbol: 'BTC', network: 'Bitcoin', address: CUSTOMERS } as const
    await user.client.call(saveAddress, { body })
    expect(await review(address, colleague)).toBe('address.of_customer')
    expect(await review(address, colleague, 'reject')).toBe(200)
    const again = await thief.client.send(changeDepositAddress, {
      params: BTC,
      body: { address: CUSTOMERS, network: 'Bitcoin' },
    })
    expect(again.body.code).toBe('address.of_customer')
  })

  test('cannot be used to block an existing platform address', async () => {
    const body = { label: 'Grudge', symbol: 'BTC', network: 'Bitcoin', address: OURS } as const
    await user.client.send(saveAddress, { body })
    await colleague.client.call(setDepositAddressActive, {
      params: BTC,
      body: { network: 'Bitcoin', isActive: false },
    })
    await colleague.client.call(setDepositAddressActive, {
      params: BTC,
      body: { network: 'Bitcoin', isActive: true },
    })
    expect(await review(await waiting(), thief)).toBe(200)
    expect(await shown()).toEqual([OURS])
  })
})

describe('alone', () => {
  test('a change from a stolen session of the only member of staff waits a day, with a mail at once', async () => {
    await setActive(thief, false)
    clock.advance(8 * DAY_MS)
    colleague = { ...colleague, client: await newSession(world, colleague.userId) }
    user = { ...user, client: await newSession(world, user.userId) }
    const { address, message } = await propose(THEIRS, colleague)
    expect(message).toContain('24 hours')
    await mailbox.find(colleague.email, /(no second member of staff)/)
    expect(await review(address, colleague)).toBe('approval.second_person')
    clock.advance(DAY_MS - HOUR_MS)
    await applyDueAddresses(services)
    user = { ...user, client: await newSession(world, user.userId) }
    expect(await shown()).toEqual([OURS])
    clock.advance(HOUR_MS)
    await Promise.all([applyDueAddresses(services), applyDueAddresses(services)])
    user = { ...user, client: await newSession(world, user.userId) }
    expect(await shown()).toEqual([THEIRS])
    await expectSoundLedger(world)
  })
})
