import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idempotencyKey } from '#server/events/idempotency.ts'
import { FORMS_MAX_BY_USER } from '#server/platform/form-slots.ts'
import { routeName } from '#server/platform/route-checks.ts'
import { atOnce } from '#tests/support/at-once.ts'
import { offerAddress } from './support/addresses.ts'
import { openTestApp } from './support/app.ts'
import { expectSoundLedger } from './support/ledger.ts'
import { bitcoinBecomes } from './support/market-price.ts'
import { BITCOIN_PRICE } from './support/new-items.ts'
import { racesOfNouns } from './support/noun-rows.ts'
import type { Command, Races } from './support/rows.ts'
import { stablePartOf } from './support/stable-part.ts'
import { OFFERED, staffCommandRows } from './support/staff-command-rows.ts'
import { fund, newAdmin, newUser, type Person, renewed } from './support/traders.ts'
import { userCommandRows } from './support/user-command-rows.ts'

const MANY = 12

// The checks that it runs find the streams of the test helpers, which no feature declares.
const world = await openTestApp({ config: { logLevel: 'fatal' } })
const { app, services } = world

const admin = await newAdmin(world)
const reviewer = await newAdmin(world)
const proposer = await newAdmin(world)
const COMMANDS: Races = {
  ...racesOfNouns,
  ...userCommandRows(admin),
  ...staffCommandRows(world, { admin, proposer }),
}

beforeAll(async () => {
  await bitcoinBecomes(world, BITCOIN_PRICE)
  for (const symbol of ['USDT', 'TRX']) await offerAddress(world, { ...OFFERED, symbol })
})

afterAll(() => expectSoundLedger(world))

const commands = app.mountedRoutes.filter(({ idempotency }) => idempotency === 'key')

/** A user with money for one submission but not for two. */
async function customer(): Promise<Person> {
  const user = await newUser(world)
  await fund(world, user, 'USDT', '600')
  return user
}

function commandOf(name: string): Command {
  const command = COMMANDS[name]
  if (!command) throw new Error(`${name} has no row`)
  return command
}

it('every route with an idempotency key has a row', () => {
  expect(Object.keys(COMMANDS).sort()).toEqual(commands.map(routeName).sort())
})

describe.each(commands.map((route) => [routeName(route), route] as const))('%s', (name, route) => {
  // All rows together may take longer than a sign-in counts as recent. The rows hold these objects.
  beforeAll(async () => {
    for (const person of [admin, reviewer, proposer]) {
      Object.assign(person, await renewed(world, person))
    }
  })

  it('has one effect and one response for concurrent requests with one key', async () => {
    const { by, request } = commandOf(name)
    const user = await customer()
    const sender = by === 'admin' ? admin : user
    const key = randomUUID()
    const asked = { ...(await request(user)), key }
    const length = route.files ? FORMS_MAX_BY_USER : MANY
    const responses = await atOnce(length, () => sender.client.insist(route, asked))
    const [first] = responses
    expect(first?.status, first?.text).toBe(200)
    for (const { status, body } of responses) {
      expect(status).toBe(200)
      expect(stablePartOf(body)).toEqual(stablePartOf(first?.body))
    }
    const { rowCount } = await services.pool.query('select 1 from event where key = $1', [
      idempotencyKey(sender.userId, key),
    ])
    expect(rowCount).toBe(1)
  })

  it('never breaks the state for concurrent requests with different keys', async () => {
    const { by, request, once } = commandOf(name)
    const user = await customer()
    const asked = await request(user)
    const responses = await atOnce(MANY, (index) => {
      const staff = index % 2 ? admin : reviewer
      return (by === 'admin' ? staff : user).client.insist(route, asked)
    })
    for (const { status, text } of responses) expect(status, text).toBeLessThan(500)
    const done = responses.filter(({ status }) => status === 200).length
    // The test before may have left a proposal of staff that excludes another one.
    if (by !== 'admin') expect(done).toBeGreaterThanOrEqual(1)
    if (once) expect(done).toBe(1)
  })
})
