import { describe, expect, it } from 'vitest'
import { DEMO_WALLET } from '#scripts/demo/addresses.ts'
import { createConfirmedUser } from '#server/identity/confirmed-users.ts'
import { deleteAccount, removePicture, setPicture } from '#shared/contract/account.ts'
import { currentUser, logIn } from '#shared/contract/auth.ts'
import { listDepositsForReview, submitDeposit } from '#shared/contract/deposits.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { startConversation } from '#shared/contract/support.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { STAKING_PLANS } from '#shared/rules/staking.ts'
import { adjust } from '#tests/ledger/adjusting.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { Mailbox } from './support/mailbox.ts'
import { photo } from './support/pictures.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const world = await openTestApp()
const { app, services, visitor } = world
const mailbox = new Mailbox(services.config.dataDir)
const admin = await newAdmin(world)
const WALLET = DEMO_WALLET.address

await offerUsdtAddress(world)

const submitAsDeposit = async (person: Person) =>
  person.client.send(submitDeposit, {
    body: { symbol: 'USDT', amount: '50' },
    files: { screenshot: await photo(24, 24) },
  })

const submitAsLoan = (person: Person) =>
  person.client.call(submitLoan, { body: { amount: '500', purpose: 'A van', duration: 30 } })

/** The obstacles that the server names when a user deletes their account. */
async function obstaclesOf({ client }: Person): Promise<unknown> {
  const { status, body } = await client.send(deleteAccount)
  expect(status).toBe(409)
  expect(body.code).toBe('account.not_empty')
  return (body as unknown as { obstacles: unknown }).obstacles
}

const obstacles: readonly {
  readonly title: string
  readonly arrange: (person: Person) => Promise<unknown>
  readonly named: readonly string[]
}[] = [
  {
    title: 'funds of any asset',
    arrange: async (person) => {
      await fund(world, person, 'BTC', '0.00000001')
      await fund(world, person, 'USDT', '12.5')
    },
    named: ['12.5 USDT', '0.00000001 BTC'],
  },
  { title: 'a pending deposit', arrange: submitAsDeposit, named: ['1 pending deposit'] },
  {
    title: 'a pending withdrawal',
    arrange: async (person) => {
      await fund(world, person, 'USDT', '50')
      await person.client.call(submitWithdrawal, {
        body: { symbol: 'USDT', amount: '50', walletAddress: WALLET },
      })
    },
    named: ['50 USDT', '1 pending withdrawal'],
  },
  {
    title: 'an open order',
    arrange: async (person) => {
      await fund(world, person, 'USDT', '100')
      await person.client.call(placeTrade, {
        body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price: '50000' },
      })
    },
    named: ['100 USDT', '1 pending spot order'],
  },
  {
    title: 'a running futures trade',
    arrange: async (person) => {
      await fund(world, person, 'USDT', '50')
      await person.client.call(submitFutures, {
        body: { symbol: 'BTC/USDT', side: 'short', amount: '50', duration: 60 },
      })
    },
    named: ['50 USDT', '1 open futures trade'],
  },
  {
    title: 'a stake',
    arrange: async (person) => {
      await fund(world, person, 'USDT', '50')
      const [plan] = STAKING_PLANS
      if (!plan) throw new Error('there is a plan')
      await person.client.call(openStake, {
        body: { amount: '50', duration: plan.termDays },
      })
    },
    named: ['50 USDT', '1 active stake'],
  },
  { title: 'a pending loan', arrange: submitAsLoan, named: ['1 pending loan application'] },
  {
    title: 'an unpaid loan',
    arrange: async (person) => {
      const { loan } = await submitAsLoan(person)
      await admin.client.call(reviewLoan, {
        params: { id: loan.id },
        body: { action: 'approve' },
      })
    },
    named: ['500 USDT', '1 unpaid loan'],
  },
]

describe('deleting an account', () => {
  it.each(obstacles)('is refused with $title', async ({ arrange, named }) => {
    const person = await newUser(world)
    await arrange(person)
    expect(await obstaclesOf(person)).toEqual(named)
  })

  it('is only for customers', async () => {
    expect((await admin.client.send(deleteAccount)).status).toBe(403)
  })

  it('erases personal data, keeps the ledger and frees the email address', async () => {
    const person = await newUser(world)
    const again = { email: person.email, fullName: 'Demo User', phone: '+1 555 0100' }
    const picture = await person.client.call(setPicture, {
      files: { picture: await photo(64, 64) },
    })
    await person.client.call(startConversation, { body: { message: 'Goodbye' } as never })
    await fund(world, person, 'USDT', '10')
    await adjust(services.log, { owner: person.userNo, symbol: 'USDT', change: -1_000_000_000n })
    expect(await person.client.call(deleteAccount)).toEqual({ message: 'Account Deleted' })

    expect((await person.client.send(currentUser)).status).toBe(401)
    const password = `password of ${person.fullName.slice('User '.length)}`
    const body = { email: person.email, password, refresh_in_body: true }
    expect((await visitor.send(logIn, { body })).body.code).toBe('login.failed')
    const state = await services.log.readDocument<{ deletedAt?: string }>(`user-${person.userId}`)
    expect(state?.state.deletedAt).toBeDefined()
    expect((await app.inject({ url: picture.profile_picture })).statusCode).toBe(404)
    for (const table of ['session', 'person_key', 'support_message', 'push_subscription']) {
      const { rows } = await services.pool.query(
        `select from ${table} where user_id = '${person.userId}'`,
      )
      expect(rows, table).toHaveLength(0)
    }
    await mailbox.find(person.email, /(account has been deleted)/)
    await mailbox.find(person.email, /(for 90 days after the credit)/)
    const { userId } = await createConfirmedUser(services.identity, { ...again, password })
    expect(userId).not.toBe(person.userId)
    expect((await visitor.send(logIn, { body })).status).toBe(200)
  })

  it('leaves nothing behind from concurrent submissions', async () => {
    const people = await atOnce(6, () => newUser(world))
    await Promise.all(
      people.map(async (person) => {
        const [deleted, submitted, funded] = await Promise.all([
          person.client.send(deleteAccount),
          submitAsDeposit(person),
          adjust(services.log, { owner: person.userNo, symbol: 'USDT', change: 5n }),
        ])
        if (deleted.status === 200) {
          expect(submitted.status).toBeGreaterThanOrEqual(400)
          expect(funded.outcome).toBe('closed')
        } else {
          expect(deleted.body.code).toBe('account.not_empty')
        }
      }),
    )
    await expectSoundLedger(world)
  })

  it('leaves the staff lists working', async () => {
    const person = await newUser(world)
    await submitAsDeposit(person)
    const [request] = await admin.client.call(listDepositsForReview, { query: {} } as never)
    expect(request).toBeDefined()
    await services.pool.query('delete from person where user_id = $1', [person.userId])
    expect((await admin.client.send(listDepositsForReview, { query: {} } as never)).status).toBe(
      200,
    )
  })
})

describe('the profile picture', () => {
  it('is shown by a signed link, replaced and removed', async () => {
    const person = await newUser(world)
    const set = async (size: number) =>
      person.client.call(setPicture, { files: { picture: await photo(size, size) } })
    const first = await set(40)
    const { profile_picture } = await person.client.call(currentUser)
    expect(profile_picture).toBe(first.profile_picture)
    const shown = await app.inject({ url: first.profile_picture })
    expect(shown.headers['content-type']).toBe('image/jpeg')
    await set(50)
    expect((await app.inject({ url: first.profile_picture })).statusCode).toBe(404)
    await person.client.call(removePicture)
    expect((await person.client.call(currentUser)).profile_picture).toBeNull()
  })

  it('must be an image', async () => {
    const person = await newUser(world)
    const picture = { name: 'notes.txt', content: new TextEncoder().encode('no picture') }
    expect((await person.client.send(setPicture, { files: { picture } })).status).toBe(415)
  })
})
