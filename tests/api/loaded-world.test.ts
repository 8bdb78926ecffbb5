import { afterAll, expect, test } from 'vitest'
import { benchLine, readBenchOptions } from '#scripts/bench/bench-options.ts'
import { makeStaff } from '#scripts/bench/users.ts'
import { catchUp, checkWorld, loadWorld } from '#scripts/bench-back-office/load-world.ts'
import { probesWithSamples } from '#scripts/bench-back-office/measure-probe.ts'
import { readArguments } from '#scripts/command-line.ts'
import { DEMO_ADDRESSES } from '#scripts/demo/addresses.ts'
import { buildApp } from '#server/app.ts'
import { FEATURES } from '#server/features/index.ts'
import { openSession } from '#server/identity/open-session.ts'
import { openServices } from '#server/open-services.ts'
import { loadConfig } from '#server/platform/config.ts'
import { projectionFollowers } from '#server/projections/runner.ts'
import { listReviews } from '#shared/contract/review-desk.ts'
import { isPermission } from '#shared/rules/permissions.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { Client } from './support/client.ts'

const database = await openTestDatabase()
const config = loadConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, LOG_LEVEL: 'error' })
const services = await openServices(config, database.url)
afterAll(() => services.close())

test('the back-office benchmark loads a sound ledger and measures every list of staff', async () => {
  const staff = (await makeStaff(services)).map(({ userId }) => userId)
  const [reader = ''] = staff
  const before = await services.log.head()
  const world = await loadWorld({ ...services, staff, users: 100, nowMs: services.clock.now() })
  expect(world).toEqual({ events: 1_000, waiting: 10 })
  const proofs = await services.pool.query(`select from upload where kind = 'screenshot'`)
  expect(proofs.rowCount).toBe(100)

  await catchUp(services.pool)
  const { events, accounts } = await checkWorld(services.pool)
  const end = before + 1_000n + BigInt(DEMO_ADDRESSES.length)
  expect(events).toBe(end)
  expect(accounts).toBeGreaterThan(100)
  const { rows } = await services.pool.query(
    'select from checkpoint where name = any ($1) and position = $2',
    [projectionFollowers(FEATURES.projections).map(({ name }) => name), end],
  )
  expect(rows).toHaveLength(projectionFollowers(FEATURES.projections).length)

  const { accessToken } = await openSession(services.identity, reader, { userAgent: 'test' })
  const app = await buildApp(services)
  const { counts } = await new Client(app, accessToken).call(listReviews)
  expect(counts).toMatchObject({ deposit: 4, withdrawal: 2, 'spot-order': 2, loan: 1, kyc: 1 })

  const options = { staff: reader, nowMs: services.clock.now() }
  const probes = await probesWithSamples(services.pool, options)
  const paths = probes.map(({ path }) => path(0))
  const headers = { authorization: `Bearer ${accessToken}` }
  for (const url of paths) {
    expect((await app.inject({ url, headers })).statusCode, url).toBe(200)
  }
  const unasked = app.mountedRoutes
    .filter(({ method, access, raw }) => method === 'GET' && isPermission(access) && !raw)
    .map(({ path }) => path)
    // A page of a document is an image that is rendered on request.
    .filter((path) => !path.endsWith('/pages/:page'))
    .filter((path) => !paths.some((asked) => patternOf(path).test(asked)))
  expect(unasked, 'lists of staff that the benchmark does not measure').toEqual([])
  await app.close()
})

const STANDARD = {
  users: 100_000,
  owners: 1_000_000,
  rounds: 5,
  events: [1_000_000, 10_000_000],
}

test('the benchmark explains invalid options', () => {
  const all = { parts: ['log', 'back-office', 'size'], namedOnly: ['size'] }
  const line = benchLine(all)
  const read = (...args: string[]) => readBenchOptions(readArguments(line, args), all, line)
  expect(read()).toEqual({ parts: [], ...STANDARD })
  expect(read('back-office', '--users', '2000').users).toBe(2_000)
  expect(read('log', '--rounds', '1')).toEqual({ ...STANDARD, parts: ['log'], rounds: 1 })
  expect(read('size', '--events', '3000,30000').events).toEqual([3_000, 30_000])
  expect(() => read('size', '--events', '3000,')).toThrow(
    '--events must be a whole number from 1000',
  )
  expect(() => read('log', '--rounds', '0')).toThrow('--rounds must be a whole number from 1 to')
  expect(() => read('lgo')).toThrow(
    /^There is no benchmark "lgo"\.\nUsage: .*PART is one of: log, back-office, size$/s,
  )
  expect(() => read('--users', 'many')).toThrow('--users must be a whole number from 100 to')
  expect(() => read('log', '--users', '2000')).toThrow(
    '--users applies only to these parts: back-office',
  )
  expect(() => read('--user', '5')).toThrow("Unknown option '--user'.")
  expect(() => read('--events', '3000')).toThrow('--events applies only to size: name it.')
  expect(() => read('log', 'log')).toThrow('"log" is named twice.')
})

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?|$)`)
}
