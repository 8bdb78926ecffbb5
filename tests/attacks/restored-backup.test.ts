import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { deleteAccount } from '#shared/contract/account.ts'
import { listKycRequests, reviewKyc, submitKyc } from '#shared/contract/kyc.ts'
import { openTestServer, type TestServer } from '#tests/api/support/app.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { newAdmin, newSession, newUser, type Person } from '#tests/api/support/traders.ts'
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

/** What the database still says of a person, and which of their sealed rows can be opened. */
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
    // A verification that waits would be in the way.
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
    // The next start finds nothing to do.
    await during(backup, async (server) => {
      expect(await remainsOf(server, erased)).toMatchObject({ people: 0 })
    })
  } finally {
    await backup.drop()
  }
})
