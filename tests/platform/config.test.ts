import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import { ENVIRONMENT, GENERATED_PRICES, MARKETS, SETTINGS } from '#server/platform/environment.ts'
import { newSecrets } from '#server/platform/secrets.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'exchange-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const production = {
  NODE_ENV: 'production',
  DATA_DIR,
  PUBLIC_URL: 'https://exchange.example',
  PRICE_SOURCE: 'binance',
  VAPID_SUBJECT: 'mailto:push@exchange.example',
  ...newSecrets(),
}

const EXAMPLE = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')

test.each(SETTINGS)('%s is explained in .env.example', (name) => {
  expect(EXAMPLE).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
})

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')

test.each([...GENERATED_PRICES, ...MARKETS])(
  'the price source %s is offered to operators',
  (name) => {
    expect(README).toMatch(new RegExp(`^\\| \`PRICE_SOURCE\`.*\`${name}\``, 'm'))
    expect(EXAMPLE).toMatch(new RegExp(`^#.*\\b${name}\\b`, 'm'))
  },
)

test.each(SETTINGS)('%s is explained in the README', (name) => {
  expect(README, 'give it a row in the table of settings').toMatch(new RegExp(`\`${name}\\b`))
})

test('the defaults in the README are those of the settings', () => {
  const actual: Readonly<Record<string, unknown>> = { ...ENVIRONMENT.parse({}) }
  const told = [...README.matchAll(/^\| (`[A-Z][^|]+) \| ([^|]+) \|/gm)].flatMap(
    ([, names = '', defaults = '']) => {
      const values = defaults.replaceAll('`', '').split(', ')
      return names.split(', ').map((name, at) => [name.replaceAll('`', ''), values[at]] as const)
    },
  )
  // The others are written in words.
  const literal = told.filter(
    ([name, value = '']) => actual[name] && value !== 'none' && /^[\d.a-z]+$/.test(value),
  )
  expect(literal.length).toBeGreaterThan(10)
  for (const [name, value] of literal) expect(value, name).toBe(String(actual[name]))
})

test('the first admin’s email address is lower-cased', () => {
  const given = { DATA_DIR, ADMIN_EMAIL: 'Admin@Example.com', ADMIN_PASSWORD: 'correct horse' }
  expect(loadConfig(given).firstAdmin?.email).toBe('admin@example.com')
})

describe('an invalid value is reported in one line with the variable and the fix', () => {
  test.each([
    ['PORT', 'eighty', 'PORT "eighty" cannot be used: give a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT "65536" cannot be used: give a whole number from 0 to 65535.'],
    [
      'DATABASE_URL',
      'mysql://localhost',
      'DATABASE_URL cannot be used: give an address such as postgres://user:password@host:5432/name.',
    ],
    [
      'UPLOADS_URL',
      'https://bucket.example',
      'UPLOADS_URL cannot be used: give file:///a/folder or s3://bucket/prefix?endpoint=https://storage.example&region=eu-central-1.',
    ],
    [
      'BACKUP_DIR',
      's3://key:secret@bucket',
      'BACKUP_DIR cannot be used: keep credentials out of it and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ],
    [
      'UPLOADS_URL',
      's3://key:secret@bucket',
      'UPLOADS_URL cannot be used: keep credentials out of it and set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    ],
    [
      'UPLOADS_URL',
      's3://bucket?zone=eu',
      'UPLOADS_URL cannot be used: the parameter "zone" is unknown; use only endpoint and region.',
    ],
    [
      'UPLOADS_URL',
      'file://host/folder',
      'UPLOADS_URL cannot be used: give a folder of this machine with three slashes: file:///a/folder.',
    ],
    [
      'PRICE_SOURCE',
      'astrology',
      'PRICE_SOURCE "astrology" cannot be used: give one of simulated, replay, binance, coinbase, coingecko.',
    ],
    [
      'PRICE_REPLAY_FILE',
      '/no/such/file',
      'PRICE_REPLAY_FILE "/no/such/file" cannot be used: give a file that exists.',
    ],
    [
      'PRICE_SOURCE',
      'replay',
      'PRICE_REPLAY_FILE is not set: PRICE_SOURCE=replay needs a file of candles.',
    ],
    [
      'SECOND_APPROVAL_ABOVE_USD',
      '-1',
      'SECOND_APPROVAL_ABOVE_USD "-1" cannot be used: give an amount such as 25000, or 0.',
    ],
    [
      'LOAN_OWED_MAX_USDT',
      'none',
      'LOAN_OWED_MAX_USDT "none" cannot be used: give an amount such as 25000, or 0.',
    ],
    [
      'CONVERT_DAY_MAXIMUM_USDT',
      '0',
      'CONVERT_DAY_MAXIMUM_USDT "0" cannot be used: give an amount above 0, such as 250000.',
    ],
    ...['1.5', '-1', '10001'].map((value) => [
      'SPOT_ORDERS_WAITING_MAXIMUM',
      value,
      `SPOT_ORDERS_WAITING_MAXIMUM "${value}" cannot be used: give a whole number from 0 to 10000.`,
    ]),
    [
      'MASTER_KEY',
      'short',
      'MASTER_KEY cannot be used: give 32 bytes in base64; "npm run keys" prints new ones.',
    ],
    [
      'VAPID_PRIVATE_KEY',
      'abc',
      'VAPID_PRIVATE_KEY cannot be used: give the key as "npm run keys" prints it.',
    ],
    [
      'MAIL_FROM',
      'Exchange',
      'MAIL_FROM "Exchange" cannot be used: give an address such as Exchange <no-reply@exchange.example>.',
    ],
    [
      'TRUST_PROXY',
      '1',
      'TRUST_PROXY "1" cannot be used: give addresses or networks such as 10.0.0.5 or 172.16.0.0/12, separated by commas.',
    ],
    [
      'ADMIN_EMAIL',
      'admin@example.com',
      'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.',
    ],
  ])('%s=%s', (name, value, line) => {
    expect(() => loadConfig({ DATA_DIR, [name]: value })).toThrow(new StartupError(line))
  })

  test('two invalid values are reported in two lines', () => {
    expect(() => loadConfig({ DATA_DIR, PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/^PORT.*\nLOG/)
  })
})

test.each(['10.0.0.5', '172.16.0.0/12, ::1', 'fd00::/8', 'loopback, uniquelocal'])(
  'TRUST_PROXY accepts %s',
  (given) => {
    expect(loadConfig({ DATA_DIR, TRUST_PROXY: given }).trustedProxies).toEqual(given.split(', '))
  },
)

test.each(['true', '10.0.0.0/33', '10.0.0.5/', '10.0.0.5/8/8', 'proxy.example'])(
  'TRUST_PROXY refuses %s',
  (given) => {
    expect(() => loadConfig({ DATA_DIR, TRUST_PROXY: given })).toThrow(/^TRUST_PROXY/)
  },
)

describe('production', () => {
  test('starts with the required settings', () => {
    expect(loadConfig(production)).toMatchObject({ isProduction: true, logLevel: 'info' })
  })

  test.each([
    ['MASTER_KEY', Buffer.alloc(32)],
    ['MASTER_KEY', Buffer.alloc(32, 0xab)],
    ['LOG_KEY', Buffer.alloc(32)],
    ['SIMULATED_SEED', Buffer.alloc(32, 1)],
  ])('refuses a guessable %s', (name, key) => {
    const given = { ...production, [name]: key.toString('base64') }
    expect(() => loadConfig(given)).toThrow(`${name} repeats one byte`)
  })

  test('needs a sender address if it sends mails', () => {
    const given = { ...production, SMTP_URL: 'smtp://mail.example' }
    expect(() => loadConfig(given)).toThrow(/^MAIL_FROM is not set/)
    const from = 'Exchange <no-reply@exchange.example>'
    expect(loadConfig({ ...given, MAIL_FROM: from }).mail.from).toBe(from)
  })

  test('refuses VAPID keys that do not match', () => {
    const given = { ...production, VAPID_PUBLIC_KEY: newSecrets().VAPID_PUBLIC_KEY }
    expect(() => loadConfig(given)).toThrow(/^VAPID_PUBLIC_KEY is not that of VAPID_PRIVATE_KEY/)
  })

  test('refuses a key that replaces itself', () => {
    const given = { ...production, LOG_KEY_PREVIOUS: production.LOG_KEY }
    expect(() => loadConfig(given)).toThrow(/^LOG_KEY_PREVIOUS is LOG_KEY itself/)
  })

  test('refuses an unencrypted PUBLIC_URL, except on the loopback', () => {
    const at = (url: string) => () => loadConfig({ ...production, PUBLIC_URL: url })
    expect(at('http://exchange.example')).toThrow(/^PUBLIC_URL is not encrypted/)
    expect(at('http://127.0.0.1.exchange.example')).toThrow(/^PUBLIC_URL is not encrypted/)
    for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000']) {
      expect(at(url)().publicUrl).toBe(url)
    }
  })

  test.each(['UPLOADS_URL', 'BACKUP_DIR'])(
    'refuses an unencrypted endpoint of %s, except on the loopback',
    (name) => {
      const at = (endpoint: string, given = production) => {
        return () => loadConfig({ ...given, [name]: `s3://bucket?endpoint=${endpoint}` })
      }
      const fault = new RegExp(`^The endpoint of ${name} is not encrypted`)
      expect(at('http://storage.example')).toThrow(fault)
      expect(at('http://storage.example', { ...production, NODE_ENV: 'test' })).not.toThrow()
      expect(at('https://storage.example')).not.toThrow()
      expect(at('http://127.0.0.1:9000')).not.toThrow()
    },
  )

  test.each(['PUBLIC_URL', 'MASTER_KEY', 'LOG_KEY', 'VAPID_SUBJECT'])('requires %s', (name) => {
    expect(() => loadConfig({ ...production, [name]: '' })).toThrow(`${name} is not set`)
  })

  test('allows simulated prices only with ALLOW_SIMULATED', () => {
    const simulated = { ...production, PRICE_SOURCE: 'simulated' }
    expect(() => loadConfig(simulated)).toThrow('is not a real market')
    expect(loadConfig({ ...simulated, ALLOW_SIMULATED: '1' }).prices.source).toBe('simulated')
  })
})

describe('the secrets that are kept in DATA_DIR', () => {
  const folder = () => mkdtempSync(join(DATA_DIR, 'kept-'))
  const fileIn = (dataDir: string) => join(dataDir, 'secrets.json')

  test('are generated once, for their owner alone', () => {
    const dataDir = folder()
    const first = loadConfig({ DATA_DIR: dataDir })
    expect(first.masterKeys[0]).toHaveLength(32)
    chmodSync(fileIn(dataDir), 0o666)
    const next = loadConfig({ DATA_DIR: dataDir })
    expect(next).toEqual(first)
    expect(next.masterKeys).toEqual(first.masterKeys)
    expect(statSync(fileIn(dataDir)).mode & 0o777).toBe(0o600)
  })

  test('are not generated if the price source does not need them', () => {
    const dataDir = folder()
    const { prices } = loadConfig({ ...production, SIMULATED_SEED: '', DATA_DIR: dataDir })
    expect(existsSync(fileIn(dataDir))).toBe(false)
    expect(() => prices.simulatedSeed).toThrow('SIMULATED_SEED is not set')
  })

  test('are not generated by a command on the database of other servers', () => {
    const dataDir = folder()
    const config = loadConfig({ DATA_DIR: dataDir }, { generates: false })
    expect(existsSync(fileIn(dataDir))).toBe(false)
    expect(() => config.masterKeys).toThrow(
      `MASTER_KEY is not set, and ${dataDir} has none: give the one that the servers of this database use.`,
    )
  })

  test.each([
    ['half a file', '{"MASTER_KEY": "'],
    ['a key that is too short', '{"MASTER_KEY": "c2hvcnQ="}'],
    ['no object', 'null'],
  ])('are not replaced if the file contains %s', (_, content) => {
    const dataDir = folder()
    writeFileSync(fileIn(dataDir), content)
    expect(() => loadConfig({ DATA_DIR: dataDir })).toThrow(
      /secrets\.json cannot be used \(.+\): restore it/,
    )
    expect(readFileSync(fileIn(dataDir), 'utf8')).toBe(content)
  })
})
