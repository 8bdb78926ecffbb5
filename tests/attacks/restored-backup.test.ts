import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { remindOfDueLoans } from '#server/features/loans/remind-due.ts'
import { matureDueStakes } from '#server/features/staking/mature-due.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { listKycRequests, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { listLoans, payLoan, submitLoan } from '#shared/contract/loans.ts'
import { listReviews } from '#shared/contract/review-desk.ts'
import { openStake } from '#shared/contract/staking.ts'
import { DAY_MS } from '#shared/time.ts'
import { offerUsdtAddress } from '#tests/api/support/addresses.ts'
import { openTestServer, type TestServer } from '#tests/api/support/app.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { holdings } from '#tests/api/support/ledger.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { decide, REVIEW_KINDS, type ReviewKind, SUBMIT } from '#tests/api/support/review-cases.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { fund, newAdmin, newSession, newUser, type Person } from '#tests/api/support/traders.ts'
import { adjust, counting } from '#tests/ledger/adjusting.ts'
import { backUp, cloneDatabase, type Database } from '#tests/support/postgres-url.ts'
import { verifyLedger } from '#tests/support/verify-ledger.ts'

const folder = await mkdtemp(join(tmpdir(), 'exchange-restored-'))
const dataDir = join(folder, 'data')
const oldFiles = join(folder, 'old files')
const original = await cloneDatabase(inject('postgres'))
const clock = new MovableClock()
afterAll(async () => {
  await original.drop()
  await rm(folder, { recursive: true })
})

/** Runs one server process on a database from start to end. */
async function during<T>(database: Database, work: (server: TestServer) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: database.url })
  const priceSource = new StandingPrices(clock)
  const config = { dataDir, masterKeys: [Buffer.alloc(32, 5)] as const }
  const server = await openTestServer({ ...database, pool }, { clock, priceSource, config })
  try {
    return await work(server)
  } finally {
    await server.stop()
    await pool.end()
  }
}

async function sendPrivateData({ client }: Person): Promise<void> {
  const image = await photo(48, 32)
  await client.call(submitKyc, {
    body: { fullName: 'Demo User', ssn: '987-65-4321', address: '12 Sealed Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
}

/** What the database still holds about a person, and which of their sealed rows can be opened. */
async function remainsOf({ services }: TestServer, { userId, userNo, email }: Person) {
  const { rows } = await services.pool.query(
    `select (select count(*)::int from person where user_id = $1 or email = $3) as people,
            (select count(*)::int from person_key where user_id = $1) as keys,
            (select count(*)::int from kyc_applicant where user_id = $1) as applicants,
            (select count(*)::int from upload where owner = $2) as files`,
    [userId, userNo, email],
  )
  return rows[0]
}

it('a restored backup does not bring back an erased person', async () => {
  const people = await during(original, async (server) => {
    const [erased, other] = [await newUser(server), await newUser(server)]
    await sendPrivateData(erased)
    await sendPrivateData(other)
    return { erased, other }
  })
  const { erased, other } = people
  const backup = await backUp(original)
  await cp(join(dataDir, 'uploads'), oldFiles, { recursive: true })
  const sealed = Buffer.alloc(64)
  await during(original, async (server) => {
    const client = await newSession(server, erased.userId)
    // A waiting verification would prevent the deletion.
    const admin = await newAdmin(server)
    const requests = await admin.client.call(listKycRequests, { query: {} })
    const kycId = requests.find(({ user_id }) => user_id === erased.userId)?.id ?? ''
    const body = { kycId, action: 'reject', reason: 'The photos are not sharp.' } as const
    await admin.client.call(reviewKyc, { body })
    await client.call(deleteAccount)
  })

  await cp(oldFiles, join(dataDir, 'uploads'), { recursive: true })
  try {
    await during(backup, async (server) => {
      const nothing = { people: 0, keys: 0, applicants: 0, files: 0 }
      expect(await remainsOf(server, erased)).toEqual(nothing)
      const { vault } = server.services
      expect(await vault.open(erased.userId, 'anything', sealed)).toBeUndefined()
      expect(await remainsOf(server, other)).toMatchObject({ people: 1, keys: 1, applicants: 1 })
      await verifyLedger(server.services.pool, FEATURES.aggregates)
    })
    // The next start finds nothing left to erase.
    await during(backup, async (server) => {
      expect(await remainsOf(server, erased)).toMatchObject({ people: 0 })
    })
  } finally {
    await backup.drop()
  }
})

/**
 * Restores a backup in which the first of two customers still has pending requests that were
 * settled before they deleted their account.
 */
async function whileRestored(
  has: (server: TestServer, person: Person) => Promise<void>,
  settles: (server: TestServer, person: Person) => Promise<void>,
  then: (server: TestServer, people: { erased: Person; other: Person }) => Promise<void>,
): Promise<void> {
  const people = await during(original, async (server) => {
    const [erased, other] = [await newUser(server), await newUser(server)]
    for (const person of [erased, other]) await has(server, person)
    return { erased, other }
  })
  const backup = await backUp(original)
  await during(original, async (server) => {
    const erased = { ...people.erased, client: await newSession(server, people.erased.userId) }
    await settles(server, erased)
    for (const { symbol, available } of await readBalances(server.services.pool, erased.userNo)) {
      await adjust(server.services.log, { owner: erased.userNo, symbol, change: -available })
    }
    const client = await newSession(server, erased.userId)
    await client.call(deleteAccount)
  })
  try {
    await during(backup, async (server) => {
      await then(server, people)
      await verifyLedger(server.services.pool, [...FEATURES.aggregates, counting])
    })
  } finally {
    await backup.drop()
  }
}

it('restored requests of an erased person wait for no decision', async () => {
  const cases: { readonly kind: ReviewKind; readonly id: string }[] = []
  await whileRestored(
    async (server, person) => {
      await offerUsdtAddress(server)
      const proposer = await newAdmin(server)
      for (const kind of REVIEW_KINDS) {
        cases.push({ kind, id: await SUBMIT[kind](person, { world: server, proposer }) })
      }
    },
    async (server) => {
      const admin = await newAdmin(server)
      for (const { kind, id } of cases.slice(0, REVIEW_KINDS.length)) {
        expect((await decide(admin, kind, id, 'reject')).status).toBe(200)
      }
    },
    async (server) => {
      const { client } = await newAdmin(server)
      const { items } = await client.call(listReviews)
      const waiting = cases.filter((each) =>
        items.some(({ kind, id }) => kind === each.kind && id === each.id),
      )
      // The erased person submitted first. The lists are verified below.
      expect(waiting).toEqual(cases.slice(REVIEW_KINDS.length))
    },
  )
})

it('a restored stake of an erased person delays no other stake', async () => {
  await whileRestored(
    async (server, person) => {
      await fund(server, person, 'USDT', '5000')
      await person.client.call(openStake, { body: { amount: '1000', duration: 5 } })
    },
    async ({ services }) => {
      clock.advance(6 * DAY_MS)
      await matureDueStakes(services)
    },
    async (server, { erased, other }) => {
      await matureDueStakes(server.services)
      expect(await holdings(server, other)).toEqual({ USDT: '5000.08219178 + 0' })
      expect(await holdings(server, erased)).toEqual({ USDT: '4000 + 1000' })
    },
  )
})

it('a restored loan of an erased person delays no reminder of another loan', async () => {
  await whileRestored(
    async (server, { client }) => {
      const admin = await newAdmin(server)
      const body = { amount: '1000', purpose: 'A van', duration: 20 }
      const { loan } = await client.call(submitLoan, { body, files: {} })
      const params = { id: loan.id }
      await admin.client.call(reviewLoan, { params, body: { action: 'approve' } })
    },
    async (server, person) => {
      await fund(server, person, 'USDT', '5000')
      const params = { userId: person.userId }
      for (const { id } of await person.client.call(listLoans, { params, query: {} })) {
        await person.client.call(payLoan, { params: { id }, body: {} })
      }
    },
    async ({ services }, { erased, other }) => {
      clock.advance(18 * DAY_MS)
      await remindOfDueLoans(services)
      const { rows } = await services.pool.query(
        `select owner from event join document using (stream)
         where type = 'LoanDueSoon' and owner = any ($1)`,
        [[erased.userNo, other.userNo]],
      )
      expect(rows).toEqual([{ owner: String(other.userNo) }])
    },
  )
})

it('an erasure that fails at the start is completed later, while the server serves requests', async () => {
  const erased = await during(original, newUser)
  const backup = await backUp(original)
  await during(original, async (server) => {
    await (await newSession(server, erased.userId)).call(deleteAccount)
  })
  const owner = new pg.Pool({ connectionString: backup.url })
  try {
    await owner.query(`
      create function fail() returns trigger language plpgsql as
        $$ begin raise exception 'the disk is full' using errcode = '53100'; end $$;
      create trigger fail before insert on event
        for each row when (new.type = 'UserDeleted') execute function fail()`)
    await during(backup, async (server) => {
      expect(await remainsOf(server, erased)).toMatchObject({ people: 0 })
      const deleted = async () => {
        const found = `select from event where type = 'UserDeleted' and stream = $1`
        return (await owner.query(found, [`user-${erased.userId}`])).rowCount
      }
      expect(await deleted()).toBe(0)
      await owner.query('drop trigger fail on event')
      await owner.query('update graphile_worker._private_jobs set run_at = now()')
      await expect.poll(deleted).toBe(1)
    })
  } finally {
    await owner.end()
    await backup.drop()
  }
})
