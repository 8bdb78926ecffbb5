import { beforeAll, expect, test } from 'vitest'
import { readReview } from '#shared/contract/review-desk.ts'
import { LAYOUT_USERS_MAX } from '#shared/rules/review-desk.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { offerUsdtAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { changed, walletScreenshot } from './support/look-alikes.ts'
import { screenshot } from './support/pictures.ts'
import { depositBy } from './support/review-cases.ts'
import { newAdmin, newUser, type Person } from './support/traders.ts'

const world = await openTestApp()
const { database } = world

let first: Person

beforeAll(async () => {
  first = await newAdmin(world)
  await offerUsdtAddress(world)
})

test('shows a proof that was used before, however many share its layout', async () => {
  const [honest, cheat] = [await newUser(world), await newUser(world)]
  const proof = await screenshot(21)
  const before = await depositBy(honest, proof)
  const id = await depositBy(cheat, await changed(proof, 'cropped by a hundredth'))
  // Copies of the same layout: hundreds without a request, and a dozen by the cheating user.
  await database.pool.query(
    `insert into upload (id, owner, kind, mime, bytes, sha256, perceptual_hash)
     select gen_random_uuid(), owner, kind, mime, bytes, sha256(n::text::bytea), perceptual_hash
     from upload, generate_series(1, 500) as n
     where id = (select (data ->> 'screenshot')::uuid from document where stream = $1)`,
    [`deposit-${id}`],
  )
  for (let copy = 1; copy <= 13; copy += 1) {
    const bytes = new Uint8Array([...(await changed(proof, 'saved again')).content, copy])
    await depositBy(cheat, { name: 'copy.jpg', content: bytes })
  }
  const found = await first.client.call(readReview, { params: { kind: 'deposit', id } })
  expect(found.look_alike_count).toBe(14)
  expect(found.look_alikes).toHaveLength(12)
  expect(found.look_alikes.slice(0, 2).map((each) => each.id)).toContain(before)
})

test('shows similar screenshots of any user, and no others', async () => {
  const [one, other, stranger] = [await newUser(world), await newUser(world), await newUser(world)]
  const proof = await screenshot(7)
  const copies = {
    same: await depositBy(one, proof),
    again: await depositBy(other, proof),
    smaller: await depositBy(other, await changed(proof, 'made smaller')),
    cropped: await depositBy(other, await changed(proof, 'cropped by a hundredth')),
  }
  const different = await depositBy(stranger, await screenshot(8))
  const id = await depositBy(one, proof)

  const { look_alikes: found, look_alike_count: total } = await first.client.call(readReview, {
    params: { kind: 'deposit', id },
  })
  expect(total).toBe(found.length)
  expect(found.map((each) => each.id).sort()).toEqual(Object.values(copies).sort())
  const by = (wanted: string) => found.find((each) => each.id === wanted)
  expect(by(copies.same)).toMatchObject({ is_same_user: true, is_identical: true, distance: 0 })
  expect(by(copies.again)).toMatchObject({ is_same_user: false, is_identical: true })
  expect(by(copies.cropped)).toMatchObject({ is_identical: false, user: { email: other.email } })
  expect(found.slice(0, 2).every((each) => each.is_identical)).toBe(true)
  const { pathname } = new URL(by(copies.again)?.picture_url ?? '', 'https://example.com')
  expect(pathname).toMatch(/^\/api\/files\//)

  const alone = await first.client.call(readReview, {
    params: { kind: 'deposit', id: different },
  })
  expect(alone.look_alikes).toEqual([])
})

test('of one app are look-alikes only by file or amount once many users share it', async () => {
  const [honest, cheat, last] = [await newUser(world), await newUser(world), await newUser(world)]
  const others = await atOnce(LAYOUT_USERS_MAX + 8, () => newUser(world))
  const depositOf = async (user: Person, seed: number) =>
    depositBy(user, await walletScreenshot(seed), String(1_000 + seed * 50))
  const alike = async (id: string) => {
    const found = await first.client.call(readReview, { params: { kind: 'deposit', id } })
    return found.look_alikes.map((each) => each.id).sort()
  }
  const proof = await walletScreenshot(1)
  const before = await depositBy(honest, proof, '333')
  const sameFile = await depositBy(honest, proof, '20')
  const again = await depositBy(cheat, await changed(proof, 'saved again'), '335')
  for (const [at, user] of others.slice(0, 4).entries()) await depositOf(user, at + 2)
  const few = await alike(again)
  expect(few).toEqual(expect.arrayContaining([before, sameFile]))
  expect(few.length).toBeGreaterThan(2)

  for (const [at, user] of others.slice(4).entries()) await depositOf(user, at + 6)
  expect(await alike(await depositOf(last, 40))).toEqual([])
  expect(await alike(again)).toEqual([before])
  expect(await alike(before)).toEqual([sameFile, again].sort())
})
