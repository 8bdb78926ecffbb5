import { expect, test } from 'vitest'
import { removeSavedAddress, saveAddress } from '#shared/contract/saved-addresses.ts'
import {
  cancelWithdrawal,
  listOwnWithdrawals,
  readWithdrawalTerms,
  submitWithdrawal,
  switchAllowlist,
} from '#shared/contract/withdrawals.ts'
import { HOUR_MS, instantOf, MINUTE_MS } from '#shared/time.ts'
import { openTestApp } from '../api/support/app.ts'
import type { Client } from '../api/support/client.ts'
import { fund, newSession, newUser, type Person } from '../api/support/traders.ts'

const world = await openTestApp()
const { clock } = world
const OWN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const THIEVES = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'

const withdraw = async (client: Client, walletAddress: string) => {
  const body = { symbol: 'USDT', amount: '10', walletAddress } as const
  const response = await client.send(submitWithdrawal, { body })
  return response.body.code ?? response.status
}
const save = (client: Client, address: string, label = address.slice(0, 8)) =>
  client.call(saveAddress, { body: { label, symbol: 'USDT', network: 'TRC20', address } })
const turn = async (client: Client, on: boolean) => {
  const response = await client.send(switchAllowlist, { body: { on } })
  return response.body.code ?? response.status
}

/** Moves the clock and signs the user in again, because earlier sessions may have expired. */
async function later(person: Person, hours: number): Promise<Client> {
  clock.advance(hours * HOUR_MS)
  return newSession(world, person.userId)
}

/** A user with money, an allowlist that is on and one address saved two days ago. */
async function guarded(): Promise<Person> {
  const person = await newUser(world)
  await fund(world, person, 'USDT', '1000')
  await save(person.client, OWN)
  const client = await later(person, 48)
  expect(await turn(client, true)).toBe(200)
  return { ...person, client }
}

test('a stolen session cannot withdraw to a new address while the allowlist is on', async () => {
  const person = await guarded()
  const { client } = person
  expect(await withdraw(client, OWN)).toBe(200)
  expect(await withdraw(client, THIEVES)).toBe('withdrawal.address_not_saved')
  const saved = await save(client, THIEVES)
  expect(saved.usable_at).toBe(instantOf(Date.parse(saved.added_at) + 24 * HOUR_MS))
  expect(await withdraw(client, THIEVES)).toBe('withdrawal.address_too_new')
  expect(await withdraw(await later(person, 23), THIEVES)).toBe('withdrawal.address_too_new')
  expect(await withdraw(await later(person, 1), THIEVES)).toBe(200)
})

test('the refusal says when a new address can be used', async () => {
  const { client } = await guarded()
  await save(client, THIEVES, 'New wallet')
  const body = { symbol: 'USDT', amount: '10', walletAddress: THIEVES } as const
  const response = await client.send(submitWithdrawal, { body })
  expect([response.status, response.body.message]).toEqual([
    409,
    expect.stringMatching(
      /^Your allowlist is on, and “New wallet” is new\. You can use it from .+ UTC\.$/,
    ),
  ])
})

test('turning the allowlist off and withdrawing at once fails', async () => {
  const person = await guarded()
  expect(await turn(person.client, false)).toBe(200)
  expect(await withdraw(person.client, THIEVES)).toBe('withdrawal.address_not_saved')
  const client = await later(person, 47)
  expect(await withdraw(client, THIEVES)).toBe('withdrawal.address_not_saved')
  expect((await client.call(readWithdrawalTerms)).allowlist.ends_at).not.toBeNull()
  expect(await withdraw(await later(person, 1), THIEVES)).toBe(200)
})

test('the owner learns by mail that the allowlist will be turned off, and can cancel that', async () => {
  const person = await guarded()
  await turn(person.client, false)
  expect(await turn(await later(person, 40), true)).toBe(200)
  const client = await later(person, 20)
  expect((await client.call(readWithdrawalTerms)).allowlist).toEqual({ is_on: true, ends_at: null })
  expect(await withdraw(client, THIEVES)).toBe('withdrawal.address_not_saved')
})

test('a copied session turns the allowlist neither on nor off, and removes no address', async () => {
  const { client } = await guarded()
  const { id } = await save(client, THIEVES)
  clock.advance(6 * MINUTE_MS)
  expect(await turn(client, false)).toBe('step_up.required')
  expect(await turn(client, true)).toBe('step_up.required')
  const removal = await client.send(removeSavedAddress, { params: { id } })
  expect(removal.body.code).toBe('step_up.required')
})

test('an address that is removed and saved again waits another 24 hours', async () => {
  const { client } = await guarded()
  const fresh = await save(client, THIEVES)
  await client.call(removeSavedAddress, { params: { id: fresh.id } })
  await save(client, THIEVES)
  expect(await withdraw(client, THIEVES)).toBe('withdrawal.address_too_new')
})

test('turning the allowlist on keeps withdrawals waiting, and it can be turned off within 48 hours', async () => {
  const person = await newUser(world)
  await fund(world, person, 'USDT', '100')
  expect(await withdraw(person.client, OWN)).toBe(200)
  expect(await turn(person.client, true)).toBe(200)
  const [waiting] = await person.client.call(listOwnWithdrawals, { query: {} })
  expect(waiting?.status).toBe('pending')
  await person.client.call(cancelWithdrawal, { params: { id: waiting?.id ?? '' } })
  await turn(person.client, false)
  expect(await withdraw(await later(person, 48), OWN)).toBe(200)
})
