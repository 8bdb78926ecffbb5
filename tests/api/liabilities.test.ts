import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { leafCollector, openSnapshot, rangesOfUsers } from '#server/features/liabilities/owed.ts'
import { readOwed } from '#server/features/liabilities/read-owed.ts'
import { openSigner } from '#server/features/signed-log/log-signer.ts'
import { signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import { inSnapshot } from '#server/ledger/snapshot.ts'
import { readOpenLiabilities, readPromised } from '#server/queries/open-liabilities.ts'
import {
  type LiabilityProof,
  type PathForm,
  type PublishedStatement,
  publishLiabilities,
  readLatestLiabilities,
  readLiabilityProof,
} from '#shared/contract/liabilities.ts'
import { readEventProof } from '#shared/contract/signed-log.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { checkLiabilityProof, isCounted, isKnownKind } from '#shared/proofs/check-liabilities.ts'
import { checkEventProof, isProven } from '#shared/proofs/event-proof.ts'
import { statementOf } from '#shared/proofs/liability-statement.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { waitForPosition } from '#tests/support/wait-for-position.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { publishStatement, untilPublished } from './support/publish-statement.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp({ config: { logLevel: 'fatal' } })
const { app, services } = testApp
const { pool } = testApp.database

const { logOrigin, logKeys, masterKeys } = services.config
const signers = { current: openSigner(logOrigin, logKeys[0]), previous: undefined }

let admin: Person
let user: Person
let other: Person

beforeAll(async () => {
  await bitcoinBecomes(testApp, '50000')
  ;[user, other, admin] = await Promise.all([newUser(testApp), newUser(testApp), newAdmin(testApp)])
  await fund(testApp, user, 'USDT', '1000')
  await fund(testApp, user, 'BTC', '0.5')
  await fund(testApp, other, 'USDT', '2500')
  await user.client.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', amount: '0.001', price: '50000' },
  })
})

async function publish(): Promise<PublishedStatement> {
  const statementId = await publishStatement(admin.client)
  const statement = await published('latest')
  expect(statement.id).toBe(statementId)
  return statement
}

async function published(name: string): Promise<PublishedStatement> {
  const url = readLatestLiabilities.path.replace('latest', name)
  const { statusCode, body } = await app.inject({ url })
  expect(statusCode).toBe(200)
  return JSON.parse(body)
}

async function proofOf({ client, userId }: Person, paths?: PathForm): Promise<LiabilityProof> {
  const proof = await client.call(readLiabilityProof, {
    params: { userId },
    query: paths ? { paths } : {},
  })
  if (!proof) throw new Error('no statement was published')
  return proof
}

const held = (amounts: Record<string, string>) =>
  new Map(Object.entries(amounts).map(([symbol, amount]) => [symbol, parseUnits(amount)]))

const assetOf = ({ assets }: PublishedStatement, symbol: string) =>
  assets.find((each) => each.symbol === symbol)

test('there is no proof before the first statement', async () => {
  const params = { userId: user.userId }
  expect(await user.client.call(readLiabilityProof, { params })).toBeNull()
})

describe('a statement of liabilities', () => {
  test('counts what every user has, available and frozen', async () => {
    const statement = await publish()
    expect(assetOf(statement, 'USDT')).toMatchObject({ total: '3500', leaves: 4, interest: '0' })
    expect(assetOf(statement, 'BTC')).toMatchObject({ total: '0.5', leaves: 2 })
    expect(statementOf(statement.event)?.assets).toEqual(statement.assets)
  })

  test('proves to each user that it includes them, based on the signed log', async () => {
    await publish()
    await signCheckpoint(services, signers)
    for (const [person, amounts] of [
      [user, { USDT: '1000', BTC: '0.5' }],
      [other, { USDT: '2500' }],
    ] as const) {
      const proof = await proofOf(person)
      const params = { position: proof.event_position }
      const log = await person.client.call(readEventProof, { params })
      if (!log) throw new Error('the statement is signed')
      expect(isProven(await checkEventProof(log, [signers.current.key]))).toBe(true)
      const statement = statementOf(log.event)
      if (!statement) throw new Error('the event is a statement')
      const facts = { statement, userId: person.userId, held: held(amounts) }
      const checked = checkLiabilityProof(proof, facts)
      expect(checked.map(({ symbol, failed }) => [symbol, failed])).toEqual(
        Object.keys(amounts).map((symbol) => [symbol, null]),
      )
      expect(isCounted(checked)).toBe(true)
    }
  })

  test('proves nothing to another user, or with the secret of another position', async () => {
    const { event } = await publish()
    const statement = statementOf(event)
    if (!statement) throw new Error('the event is a statement')
    const own = await proofOf(user)
    const { client, userId } = other
    const { status } = await client.send(readLiabilityProof, { params: { userId: user.userId } })
    expect(status).toBe(403)
    const asOther = { statement, userId, held: held({ USDT: '1000', BTC: '0.5' }) }
    expect(checkLiabilityProof(own, asOther).map(({ failed }) => failed)).toEqual([
      'owner',
      'owner',
    ])
    await publish()
    expect((await proofOf(user)).secret).not.toBe(own.secret)
  })

  test('proves the same with packed paths, and lists paths by default', async () => {
    const { event } = await publish()
    const statement = statementOf(event)
    if (!statement) throw new Error('the event is a statement')
    const facts = { statement, userId: user.userId, held: held({ USDT: '1000', BTC: '0.5' }) }
    const [asked, listed, packed] = [
      await proofOf(user),
      await proofOf(user, 'listed'),
      await proofOf(user, 'packed'),
    ]
    expect(asked).toEqual(listed)
    expect(listed.kind).toBe('keel-liabilities-proof/1')
    expect(packed.kind).toBe('keel-liabilities-proof/2')
    expect(packed.assets).not.toEqual(listed.assets)
    for (const proof of [listed, packed]) {
      expect(isKnownKind(proof)).toBe(true)
      expect(checkLiabilityProof(proof, facts).map(({ failed }) => failed)).toEqual([null, null])
    }
    expect(isKnownKind({ kind: 'keel-liabilities-proof/3' })).toBe(false)
  })

  test('counts promised amounts in addition to balances', async () => {
    await user.client.call(openStake, {
      body: { amount: '200', duration: 1 },
    })
    const statement = await publish()
    const usdt = assetOf(statement, 'USDT')
    const position = await services.log.head()
    await waitForPosition(pool, { follower: 'open-liabilities', position })
    const promised = await readPromised(pool)
    const folded = (await readOpenLiabilities(pool)).filter(({ part }) => part === 'interest')
    expect(folded.map(({ symbol, amount }) => [symbol, amount])).toEqual([...promised.interest])
    const interest = promised.interest.get('USDT') ?? 0n
    expect(interest).toBeGreaterThan(0n)
    expect(usdt?.interest).toBe(formatUnits(interest))
    expect(usdt?.total).toBe(formatUnits(parseUnits('3500') + interest))
  })

  test('stays readable when a newer one is published', async () => {
    const first = await publish()
    const second = await publish()
    expect(await published(first.id)).toEqual(first)
    expect(second.id).not.toBe(first.id)
    const unknown = await app.inject({ url: `/log/liabilities/${randomUUID()}.json` })
    expect(unknown.statusCode).toBe(404)
  })

  test('leaves nothing behind when it is not published', async () => {
    const lost = randomUUID()
    await pool.query(
      `insert into liability_tile (statement, asset, level, index, bytes) values ($1, 1, 0, 0, '')`,
      [lost],
    )
    await publish()
    const { id } = await publish()
    const read = async () => {
      const { rows } = await pool.query<{ statement: string }>(
        'select distinct statement from liability_tile',
      )
      return rows.map(({ statement }) => statement)
    }
    // Older ones are deleted after the newest is published.
    await expect.poll(async () => (await read()).length).toBe(services.config.liabilitiesKept)
    expect(await read()).toContain(id)
    expect(await read()).not.toContain(lost)
  })

  test('are made one at a time', async () => {
    const responses = await atOnce(6, () => admin.client.send(publishLiabilities, { body: {} }))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of responses.filter(({ status: each }) => each !== 200)) {
      expect([status, body.code]).toEqual([409, 'liabilities.running'])
    }
    await untilPublished(admin.client)
  })

  test('leaves of a user whose key is destroyed cannot be linked to anyone', async () => {
    const collect = () =>
      inSnapshot(pool, async (client) => {
        const snapshot = await openSnapshot(client)
        const { leaves, add } = leafCollector(pool, masterKeys, snapshot.position)
        for (const range of rangesOfUsers(snapshot)) await add(await readOwed(client, range))
        const { chunks = [], count = 0 } = leaves.get('BTC') ?? {}
        expect(count).toBe(2)
        return Buffer.from(chunks[0] as SharedArrayBuffer).toString('hex')
      })
    const before = await collect()
    expect(await collect()).toBe(before)
    await pool.query('delete from person_key where user_id = $1', [user.userId])
    expect(await collect()).not.toBe(before)
  })
})
