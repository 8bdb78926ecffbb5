import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { administrate, applicationUrlOf, databaseUrl } from '#scripts/postgres/connection.ts'
import { isAlive } from '#scripts/postgres/postmaster.ts'
import { newSecrets } from '#server/platform/secrets.ts'
import { eventually } from '#tests/support/wait.ts'
import { startServerProcess } from './server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'exchange-start-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const DATA_DIR = join(folder, 'data')
const { serverUrl, template } = inject('postgres')
const PRODUCTION = {
  NODE_ENV: 'production',
  PORT: '0',
  PUBLIC_URL: 'http://127.0.0.1',
  PRICE_SOURCE: 'simulated',
  ALLOW_SIMULATED: '1',
  VAPID_SUBJECT: 'mailto:push@exchange.example',
  ...newSecrets(),
}
/** Starts its own PostgreSQL. */
const EMBEDDED = 'scripts/dev-server.ts'

test.each([
  ['a bad value', { PORT: 'eighty' }, /^PORT "eighty" cannot be used: .+\.\n$/],
  [
    'an unreachable database',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /\nThe database at 127\.0\.0\.1:1\/none cannot be used \(.+\): check DATABASE_URL\.\n$/,
  ],
  [
    'a database on a missing socket',
    { DATABASE_URL: 'postgres://nobody@%2Fnowhere:1/none' },
    /\nThe database at \/nowhere:1\/none cannot be used \(.+\): check DATABASE_URL\.\n$/,
  ],
  [
    'an unknown database',
    { DATABASE_URL: databaseUrl(serverUrl, 'no_such_database') },
    /\nThe database at .+\/no_such_database cannot be used \(.+\): check DATABASE_URL\.\n$/,
  ],
  [
    'a missing database',
    { DATABASE_URL: '' },
    /\nDATABASE_URL is not set: give a PostgreSQL 15 to 18, or run "npm start", which includes one\.\n$/,
  ],
  [
    'a data folder that is a file',
    { DATA_DIR: join(import.meta.dirname, 'start.test.ts') },
    /^.+start\.test\.ts cannot be written \(EEXIST\): .+DATA_DIR.+\n$/,
  ],
])('%s fails the start with one line', async (_, environment, line) => {
  const { code, said } = await startServerProcess({ PORT: '0', DATA_DIR, ...environment }).ended
  expect(said).toMatch(line)
  expect(said).not.toContain('    at ')
  expect(code).toBe(1)
})

test('in production a server needs a migrated database, but not the rights of its owner', async () => {
  const database = `${template}_production`
  const ownerUrl = databaseUrl(serverUrl, database)
  const environment = {
    ...PRODUCTION,
    DATA_DIR: join(folder, 'production'),
    DATABASE_URL: applicationUrlOf(ownerUrl),
  }
  await administrate(serverUrl, `create database ${database}`)
  try {
    const refused = await startServerProcess(environment).ended
    expect(refused.said).toMatch(/The schema is older .+: run "npm run migrate" of this release/)
    expect(refused.code).toBe(1)

    const owner = { ...environment, DATABASE_OWNER_URL: ownerUrl }
    const migrated = await startServerProcess(owner, 'scripts/migrate.ts').ended
    expect(migrated.said).toMatch(/^ {2}0001_event_log +\d+\.\d\d s$/m)
    expect(migrated.said).toMatch(/\n\d+ migrations applied in .+; the schema is that of this/)
    expect(migrated.code).toBe(0)

    const server = startServerProcess(environment)
    await server.open
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
  } finally {
    await administrate(serverUrl, `drop database ${database} with (force)`)
  }
})

test('a server whose clock is far from that of the database does not start', async () => {
  const database = `${template}_other_clock`
  const url = databaseUrl(serverUrl, database)
  await administrate(serverUrl, `create database ${database}`)
  try {
    // PostgreSQL finds this clock before the built-in one.
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(`
      create function public.clock_timestamp() returns timestamptz language sql as
        'select pg_catalog.clock_timestamp() - interval ''2 hours''';
      alter database ${database} set search_path = public, pg_catalog`)
    await client.end()
    const { code, said } = await startServerProcess({ PORT: '0', DATA_DIR, DATABASE_URL: url })
      .ended
    expect(said).toMatch(/\nThe clock of this server is 720\d s ahead of the database's: .+\n$/)
    expect(code).toBe(1)
  } finally {
    await administrate(serverUrl, `drop database ${database} with (force)`)
  }
})

test('a busy port fails the start with one line', async () => {
  const holder = createServer()
  await new Promise<void>((listening) => holder.listen(0, '127.0.0.1', listening))
  const { port } = holder.address() as AddressInfo
  const { code, said } = await startServerProcess({ PORT: String(port), DATA_DIR }).ended
  holder.close()
  expect(said).toContain(
    `Port ${port} on 127.0.0.1 is in use: stop the process that uses it, or set PORT.\n`,
  )
  expect(code).toBe(1)
})

test('after a kill, the next start reuses the running PostgreSQL and stops it on exit', async () => {
  const killed = startServerProcess({ PORT: '0', DATA_DIR }, EMBEDDED)
  await killed.open
  const pid = postmasterPid()
  killed.child.kill('SIGKILL')
  await killed.ended
  expect(isAlive(pid)).toBe(true)

  const next = startServerProcess({ PORT: '0', DATA_DIR }, EMBEDDED)
  await next.open
  expect(postmasterPid()).toBe(pid)
  next.child.kill('SIGTERM')
  expect((await next.ended).code).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

test('a start after a power cut ignores the stale pid file', async () => {
  writeFileSync(join(DATA_DIR, 'postgres', 'postmaster.pid'), `${process.pid}\n\n0\n1\n`)
  const server = startServerProcess({ PORT: '0', DATA_DIR }, EMBEDDED)
  await server.open
  expect(postmasterPid()).not.toBe(process.pid)
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(0)
})

test('a start right after everything was killed at once succeeds', async () => {
  const killed = startServerProcess({ PORT: '0', DATA_DIR }, EMBEDDED)
  await killed.open
  for (const pid of [postmasterPid(), killed.child.pid]) process.kill(Number(pid), 'SIGKILL')
  const next = startServerProcess({ PORT: '0', DATA_DIR }, EMBEDDED)
  await next.open
  next.child.kill('SIGTERM')
  expect((await next.ended).code).toBe(0)
})

test('a start succeeds while the pid of the killed PostgreSQL belongs to a dead process', async () => {
  // The shell becomes a program that never reaps the child that it started. The shell would reap a
  // child that ends earlier.
  const parent = spawn('sh', ['-c', 'sleep 60 & exec sh -c "echo $!; exec sleep 60"'])
  const [printed] = await once(parent.stdout, 'data')
  const pid = Number(printed)
  // Until then it is a shell, which reaps its children.
  await eventually(() => expect(readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n'))
  process.kill(pid, 'SIGKILL')
  await eventually(() => expect(isAlive(pid)).toBe(false))
  expect(() => process.kill(pid, 0)).not.toThrow()
  writeFileSync(join(DATA_DIR, 'postgres', 'postmaster.pid'), `${pid}\n\n0\n1\n`)
  const server = startServerProcess({ PORT: '0', DATA_DIR }, EMBEDDED)
  await server.open
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(0)
  parent.kill()
})

test('a server starts even if it could not add the demo data, and says so each time', async () => {
  const data = join(folder, 'of a demo')
  // The demo user is the admin, who may not act as a customer.
  const admin = { ADMIN_EMAIL: 'demo@example.com', ADMIN_PASSWORD: 'of the first admin' }
  for (const _ of ['first', 'second']) {
    const server = startServerProcess({ PORT: '0', DATA_DIR: data, ...admin }, EMBEDDED)
    await Promise.race([server.open, server.ended])
    server.child.kill('SIGTERM')
    const { code, said } = await server.ended
    expect(said).toContain('\nSome of the demo data is missing (review USDT: access.own_request). ')
    expect(said).toContain(`delete ${data}.\n`)
    expect(code).toBe(0)
  }
})

function postmasterPid(): number {
  return Number.parseInt(readFileSync(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}
