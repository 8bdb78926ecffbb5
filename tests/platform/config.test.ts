import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import { newSecrets } from '#server/platform/secrets.ts'
import { StartupError } from '#server/platform/startup-error.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'exchange-config-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const production = {
  NODE_ENV: 'production',
  DATA_DIR,
  PUBLIC_URL: 'https://exchange.example',
  PRICE_SOURCE: 'binance',
  ...newSecrets(),
}

test('the first admin’s email address is lower-cased', () => {
  const given = { DATA_DIR, ADMIN_EMAIL: 'Admin@Example.com', ADMIN_PASSWORD: 'correct horse' }
  expect(loadConfig(given).firstAdmin?.email).toBe('admin@example.com')
})

describe('a bad value is reported in one line with the variable and the fix', () => {
  test.each([
    ['PORT', 'eighty', 'PORT "eighty" cannot be used: give a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT "65536" cannot be used: give a whole number from 0 to 65535.'],
    [
      'DATABASE_URL',
      'mysql://localhost',
      'DATABASE_URL cannot be used: give an address such as postgres://user:password@host:5432/name.',
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
      'MASTER_KEY',
      'short',
      'MASTER_KEY cannot be used: give 32 bytes in base64; "npm run keys" prints new ones.',
    ],
    [
      'ADMIN_EMAIL',
      'admin@example.com',
      'ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.',
    ],
  ])('%s=%s', (name, value, line) => {
    expect(() => loadConfig({ DATA_DIR, [name]: value })).toThrow(new StartupError(line))
  })

  test('two bad values are reported in two lines', () => {
    expect(() => loadConfig({ DATA_DIR, PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(/^PORT.*\nLOG/)
  })
})

describe('production', () => {
  test('starts with the required settings', () => {
    expect(loadConfig(production)).toMatchObject({ isProduction: true, logLevel: 'info' })
  })

  test.each(['PUBLIC_URL', 'MASTER_KEY'])('requires %s', (name) => {
    expect(() => loadConfig({ ...production, [name]: '' })).toThrow(`${name} is not set`)
  })

  test('allows simulated prices only with ALLOW_SIMULATED', () => {
    const simulated = { ...production, PRICE_SOURCE: 'simulated' }
    expect(() => loadConfig(simulated)).toThrow('is not a real market')
    expect(loadConfig({ ...simulated, ALLOW_SIMULATED: '1' }).prices.source).toBe('simulated')
  })
})

test('development generates its secrets once and keeps them', () => {
  const first = loadConfig({ DATA_DIR })
  expect(first.masterKey).toHaveLength(32)
  expect(loadConfig({ DATA_DIR })).toEqual(first)
})
