import { beforeAll, expect, test } from 'vitest'
import { routeName } from '#server/platform/route-checks.ts'
import { listActivity } from '#shared/contract/activity.ts'
import { linkFile, readFile } from '#shared/contract/files.ts'
import { listFuturesTicks, submitFutures } from '#shared/contract/futures.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { readEventProof } from '#shared/contract/signed-log.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { openTestApp } from '#tests/api/support/app.ts'
import { AUTHORISATION } from '#tests/api/support/authorisation-rows.ts'
import type { Request } from '#tests/api/support/client.ts'
import { authorisationOfNouns } from '#tests/api/support/noun-rows.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { disable, fund, newAdmin, newUser, type Person } from '#tests/api/support/traders.ts'
import { fileOnDisk } from '#tests/support/file-on-disk.ts'

/** Routes that any user may call, where staff get to see what belongs to others. */
const world = await openTestApp({ config: { staffSecondFactor: 'required' } })
const { app, services } = world

const READS: Readonly<Record<string, (of: Targets) => readonly [RouteDefinition, Request]>> = {
  'an event': ({ position }) => [readEventProof, { params: { position } }],
  'the ticks of a trade': ({ tradeId: id }) => [listFuturesTicks, { params: { id } }],
  'a file': ({ fileId: id }) => [readFile, { params: { id } }],
  'a link to a file': ({ fileId: id }) => [linkFile, { params: { id } }],
}

interface Targets {
  readonly position: string
  readonly tradeId: string
  readonly fileId: string
}

let targets: Targets
let customer: Person
let admin: Person
let disabled: Person
let careless: Person

beforeAll(async () => {
  customer = await newUser(world)
  targets = await targetsOf(customer)
  careless = await newAdmin(world)
  ;[admin, disabled] = [await protectedAdmin(), await protectedAdmin()]
  await disable(world, disabled)
})

test.each(Object.keys(READS))(
  'staff see %s of a customer, but not for the role alone',
  async (name) => {
    const [route, request] = READS[name]?.(targets) ?? []
    if (!route) throw new Error('unknown')
    const statusFor = async ({ client }: Person) => (await client.send(route, request)).status
    expect([await statusFor(customer), await statusFor(admin)]).toEqual([200, 200])
    const other = await statusFor(await newUser(world))
    expect([403, 404]).toContain(other)
    expect([await statusFor(disabled), await statusFor(careless)]).toEqual([other, other])
  },
)

test('there is no other route of which the handler lets staff in', () => {
  const rows = { ...AUTHORISATION, ...authorisationOfNouns }
  const letIn = app.mountedRoutes.filter((route) => {
    if (route.access === 'own' || isPermission(route.access)) return false
    const expected = rows[routeName(route)]?.expected
    return expected?.admin === 'in' && expected.other !== 'in'
  })
  const tested = Object.values(READS).map((read) => read(targets)[0])
  expect(letIn.map(routeName).sort()).toEqual(tested.map(routeName).sort())
})

async function protectedAdmin(): Promise<Person> {
  const person = await newAdmin(world)
  await services.pool.query(
    `insert into second_factor (user_id, secret, enabled_at) values ($1, '', now())`,
    [person.userId],
  )
  return person
}

async function targetsOf(owner: Person): Promise<Targets> {
  const { userId, userNo, client } = owner
  await fund(world, owner, 'USDT', '200')
  const { lines } = await client.call(listActivity, { params: { userId } })
  const body = { symbol: 'BTC/USDT', side: 'long', amount: '50', duration: 600 } as const
  const { trade } = await client.call(submitFutures, { body })
  const kept = await services.uploads.keep({
    owner: userNo,
    kind: 'screenshot',
    accepts: 'image',
    file: await fileOnDisk(await photo()),
  })
  if ('refused' in kept) throw new Error(kept.refused)
  return { position: lines[0]?.position ?? '', tradeId: trade.id, fileId: kept.id }
}
