import { base64 } from '@scure/base'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openSigner, type Signers } from '#server/features/signed-log/log-signer.ts'
import { readSignedLog, signCheckpoint } from '#server/features/signed-log/sign-checkpoint.ts'
import {
  type EventProofFile,
  listLogKeys,
  readCheckpoint,
  readConsistency,
  readEventProof,
  readVerifierKey,
} from '#shared/contract/signed-log.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openCheckpoint, type SignedCheckpoint } from '#shared/proofs/checkpoint.ts'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { type NoteKey, parseKey, parseNote, signerOf } from '#shared/proofs/signed-note.ts'
import { tilePath, widthOf } from '#shared/proofs/tiles.ts'
import { portableHashing } from '#shared/proofs/tree-hashing.ts'
import { isConsistent, isIncluded } from '#shared/proofs/tree-proofs.ts'
import { HOUR_MS } from '#shared/time.ts'
import { merkleTreeHash } from '#tests/proofs/rfc-9162.ts'
import { eventually } from '#tests/support/wait.ts'
import { openTestApp } from './support/app.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { fund, newAdmin, newUser, type Person } from './support/traders.ts'

const testApp = await openTestApp({ config: { logLevel: 'fatal' } })
const { app, services } = testApp
const { pool } = testApp.database

const SEED = services.config.logKeys[0]
const ORIGIN = services.config.logOrigin
const signers = { current: openSigner(ORIGIN, SEED), previous: undefined }

let user: Person
let other: Person
let admin: Person
/** The position of the user's first order. */
let position: string

const order = {
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  amount: '0.001',
  price: '50000',
} as const

beforeAll(async () => {
  await bitcoinBecomes(testApp, order.price)
  ;[user, other, admin] = await Promise.all([newUser(testApp), newUser(testApp), newAdmin(testApp)])
  await fund(testApp, user, 'USDT', '1000')
  await user.client.call(placeTrade, { body: order })
  position = String(await services.log.head())
  await sign()
})

const sign = (by: Signers = signers) => signCheckpoint(services, by)

async function text(path: string): Promise<string> {
  const { statusCode, body } = await app.inject({ url: path })
  expect(statusCode).toBe(200)
  return body
}

async function keyOfLog(): Promise<NoteKey> {
  return parseKey((await text(readVerifierKey.path)).trim())
}

async function checkpoint(): Promise<SignedCheckpoint> {
  return openCheckpoint(await text(readCheckpoint.path), [await keyOfLog()])
}

/** The expected leaves, read from the log itself. */
async function leaves(size: number): Promise<Uint8Array[]> {
  const { rows } = await pool.query<{ position: string; us: string; hash: Buffer }>(
    `select position, (extract(epoch from recorded_at) * 1000000)::bigint as us, hash from event
     where position <= $1 order by position`,
    [size],
  )
  return rows.map(({ position: at, us, hash }) =>
    leafEntry({ position: Number(at), recordedAtUs: BigInt(us), eventHash: hash }),
  )
}

describe('a checkpoint', () => {
  test('is signed over all events, in the name of the log', async () => {
    const { size, root, origin } = await checkpoint()
    expect(origin).toBe(ORIGIN)
    expect(size).toBeGreaterThanOrEqual(Number(position))
    expect(base64.encode(root)).toBe(base64.encode(merkleTreeHash(await leaves(size))))
  })

  test('continues the previous one', async () => {
    const older = await checkpoint()
    await user.client.call(placeTrade, { body: order })
    await sign()
    const newer = await checkpoint()
    expect(newer.size).toBeGreaterThan(older.size)
    const { hashes } = await testApp.visitor.call(readConsistency, {
      query: { from: String(older.size), to: String(newer.size) },
    })
    const proof = hashes.map((hash) => base64.decode(hash))
    expect(isConsistent(portableHashing, proof, { older, newer })).toBe(true)
  })

  test('is the same until something is recorded', async () => {
    const before = await checkpoint()
    await sign()
    expect(await checkpoint()).toEqual(before)
  })

  test('is kept in a table that the application cannot change', async () => {
    const change = services.pool.query(`update log_checkpoint set note = ''`)
    await expect(change).rejects.toThrow('permission denied')
    const remove = services.pool.query('delete from log_checkpoint')
    await expect(remove).rejects.toThrow('permission denied')
  })
})

test('a lagging standby delays a checkpoint without causing a fault', async () => {
  await sign()
  let position = BigInt((await checkpoint()).size)
  const { durability } = services
  const { mode, want, watermark } = durability
  onTestFinished(() => void Object.assign(durability, { mode, want, watermark }))
  // Changes the object that the server's own signing also reads, even one that has begun.
  Object.assign(durability, {
    mode: 'standby',
    want: () => undefined,
    watermark: () => ({ epoch: services.history.epoch ?? 0, position }),
  })
  const before = await checkpoint()
  await user.client.call(placeTrade, { body: order })
  await sign()
  expect(await checkpoint()).toEqual(before)
  expect((await readSignedLog(services.log)).refused).toBeNull()
  position = BigInt(before.size + 1)
  await sign()
  expect((await checkpoint()).size).toBe(before.size + 1)
})

describe('tiles', () => {
  test('are served up to the checkpoint, and cached for ever', async () => {
    const { size } = await checkpoint()
    const tile = { level: 0, index: 0 }
    const width = widthOf(tile, size)
    const response = await app.inject({ url: `/log/${tilePath(tile, width)}` })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/octet-stream')
    expect(response.headers['cache-control']).toContain('immutable')
    const expected = (await leaves(width)).map((entry) => portableHashing.leaf(entry))
    expect(response.rawPayload.equals(Buffer.concat(expected))).toBe(true)
  })

  test('keep their earlier content as a prefix when they grow', async () => {
    const whole = await app.inject({ url: '/log/tile/0/000.p/2' })
    const part = await app.inject({ url: '/log/tile/0/000.p/1' })
    expect(part.rawPayload.equals(whole.rawPayload.subarray(0, 32))).toBe(true)
  })

  test.each([
    ['above the checkpoint', '/log/tile/0/000.p/255'],
    ['whole, where it is not', '/log/tile/0/000'],
    ['of a level that has none', '/log/tile/5/000.p/1'],
    ['with a malformed path', '/log/tile/0/0.p/1'],
    ['of entries, which are private', '/log/tile/entries/000'],
  ])('are not found %s', async (_, url) => {
    expect((await app.inject({ url })).statusCode).toBe(404)
  })
})

describe('the proof of an event', () => {
  const answerFor = (person: Person, of = position) =>
    person.client.call(readEventProof, { params: { position: of } })
  async function proofFor(person: Person, of = position): Promise<EventProofFile> {
    const proof = await answerFor(person, of)
    if (!proof) throw new Error('not signed yet')
    return proof
  }

  test('leads from the event to the signed root', async () => {
    const proof = await proofFor(user)
    const head = await openCheckpoint(proof.checkpoint, [parseKey(proof.vkey)])
    const leaf = portableHashing.leaf(
      leafEntry({
        position: Number(proof.leaf.position),
        recordedAtUs: BigInt(proof.leaf.recorded_at_us),
        eventHash: Buffer.from(proof.leaf.event_hash, 'hex'),
      }),
    )
    expect(base64.encode(leaf)).toBe(proof.leaf_hash)
    expect(proof.leaf.event_hash).toBe(proof.event.hash)
    const path = proof.path.map((hash) => base64.decode(hash))
    expect(isIncluded(portableHashing, { index: proof.index, leaf, path }, head)).toBe(true)
  })

  test('is only for its owner and staff', async () => {
    expect(await proofFor(admin)).toEqual(await proofFor(user))
    await expect(proofFor(other)).rejects.toThrow('item.unknown')
  })

  test('waits for the checkpoint that covers it', async () => {
    await user.client.call(placeTrade, { body: order })
    const newest = String(await services.log.head())
    expect(await answerFor(user, newest)).toBeNull()
    await sign()
    expect((await proofFor(user, newest)).index).toBe(Number(newest) - 1)
  })
})

describe('another key', () => {
  const seedOf = (name: string) => Buffer.alloc(32, name)
  const countOf = async (type: string) =>
    (await pool.query('select from event where type = $1', [type])).rowCount

  test('signs nothing unless the previous one endorses it, and staff are notified', async () => {
    const before = await checkpoint()
    const stranger = { current: openSigner(ORIGIN, seedOf('stranger')), previous: undefined }
    await sign(stranger)
    await sign(stranger)
    expect(await checkpoint()).toEqual(before)
    const { refused, keys } = await readSignedLog(services.log)
    expect(refused).toMatchObject({ fault: 'unknown_key', origin: ORIGIN })
    expect(keys).toHaveLength(1)
    expect(await countOf('SigningRefused')).toBe(1)
    await eventually(async () => {
      const { warnings } = (await app.inject('/readyz')).json()
      expect(warnings).toContain('the log is not signed: unknown_key')
    })
  })

  test('is forgotten once the usual key has signed for an hour, and refused again after that', async () => {
    const signMore = async (laterMs: number) => {
      await user.client.call(placeTrade, { body: order })
      const clock = { ...services.clock, now: () => services.clock.now() + laterMs }
      await signCheckpoint({ ...services, clock }, signers)
    }
    await signMore(0)
    expect(await countOf('SigningResumed')).toBe(0)
    await signMore(HOUR_MS)
    await signMore(HOUR_MS)
    expect(await countOf('SigningResumed')).toBe(1)
    expect((await readSignedLog(services.log)).refused).toBeNull()
    await sign({ current: openSigner(ORIGIN, seedOf('stranger')), previous: undefined })
    expect(await countOf('SigningRefused')).toBe(2)
  })

  test('signs once the previous key has endorsed it, and the previous one no longer does', async () => {
    const next = openSigner(ORIGIN, seedOf('next'))
    await sign({ current: next, previous: signers.current })
    const note = await text(readCheckpoint.path)
    expect(await signerOf(parseNote(note), [next.key])).toEqual(next.key)
    expect(await signerOf(parseNote(note), [signers.current.key])).toEqual(signers.current.key)
    const { keys } = await testApp.visitor.call(listLogKeys)
    expect(keys.map(({ vkey }) => vkey)).toEqual([signers.current.vkey, next.vkey])
    const endorsement = parseNote(keys[1]?.endorsement ?? '')
    expect(endorsement.text).toBe(`${next.vkey}\n`)
    expect(await signerOf(endorsement, [signers.current.key])).toEqual(signers.current.key)

    await user.client.call(placeTrade, { body: order })
    await sign()
    expect(await text(readCheckpoint.path)).toBe(note)
    await sign({ current: next, previous: undefined })
    expect(await text(readCheckpoint.path)).not.toBe(note)
  })
})

test('a log that was rewritten is not signed again', async () => {
  const next = { current: openSigner(ORIGIN, Buffer.alloc(32, 'next')), previous: undefined }
  const before = await text(readCheckpoint.path)
  // As the owner of the tables, who is allowed to.
  await pool.query(`update event set hash = sha256(hash) where position = 2`)
  await pool.query('truncate log_tile')
  await user.client.call(placeTrade, { body: order })
  await sign(next)
  expect(await text(readCheckpoint.path)).toBe(before)
  expect((await readSignedLog(services.log)).refused).toMatchObject({ fault: 'rewritten' })
})
