import { beforeAll, expect, test } from 'vitest'
import { eraseKeptProofs } from '#server/features/account/kept-proofs.ts'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { deleteAccount, setPicture } from '#shared/contract/account.ts'
import { readFile } from '#shared/contract/files.ts'
import { replyAsSupport, startConversation } from '#shared/contract/support.ts'
import { COLLEAGUE_COUNTS_DAYS } from '#shared/rules/deposit-addresses.ts'
import { DAY_MS } from '#shared/time.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import type { FilePart } from '#tests/api/support/client.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { newAdmin, newUser, type Person, renewed } from '#tests/api/support/traders.ts'

const world = await openTestApp()
const { services, database, clock } = world

let admin: Person
beforeAll(async () => {
  admin = await newAdmin(world)
})

const idOf = (link: string | null) => /files\/([\w-]+)/.exec(link ?? '')?.[1] ?? ''

async function newCustomer(): Promise<Person> {
  const customer = await newUser(world)
  await customer.client.call(startConversation, { body: { message: 'Where is my money?' } })
  return customer
}

async function send(by: Person, { userId }: Person, picture: FilePart): Promise<string> {
  const body = { conversationId: userId, message: 'Here' }
  return idOf((await by.client.call(replyAsSupport, { body, files: { picture } })).image_url)
}

const statusFor = async ({ client }: Person, id: string) =>
  (await client.send(readFile, { params: { id }, query: {} })).status

async function storedOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from upload where id = any ($1)',
    [ids],
  )
  return rows.map(({ id }) => id)
}

test('images that a former member of staff sent outlive their account, not their recipient', async () => {
  const colleague = await newAdmin(world)
  const customer = await newCustomer()
  const sent = await send(colleague, customer, await photo())
  const { profile_picture } = await colleague.client.call(setPicture, {
    files: { picture: await photo() },
  })
  const own = idOf(profile_picture)
  expect(await storedOf([sent, own])).toHaveLength(2)

  const withdrawn = { role: 'user', reason: 'left the company' } as const
  await grantRole(services.identity, colleague.userId, withdrawn)
  clock.advance((COLLEAGUE_COUNTS_DAYS + 1) * DAY_MS)
  await (await renewed(world, colleague)).client.call(deleteAccount)
  await eraseKeptProofs(services)
  expect(await storedOf([sent, own])).toEqual([sent])
  const recipient = await renewed(world, customer)
  expect(await statusFor(recipient, sent)).toBe(200)

  await recipient.client.call(deleteAccount)
  expect(await storedOf([sent])).toEqual([])
})

test('images that staff sent are erased with the last customer to whom they were sent', async () => {
  admin = await renewed(world, admin)
  const [first, second] = [await newCustomer(), await newCustomer()]
  const form = await photo()
  const [personal, shared] = [
    await send(admin, first, await photo()),
    await send(admin, first, form),
  ]
  expect(await send(admin, second, form)).toBe(shared)

  await first.client.call(deleteAccount)
  expect(await storedOf([personal, shared])).toEqual([shared])
  expect(await statusFor(second, shared)).toBe(200)
  await second.client.call(deleteAccount)
  expect(await storedOf([shared])).toEqual([])
})
