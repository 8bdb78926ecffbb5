import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newSecrets } from '#server/platform/secrets.ts'
import { startServerProcess } from './server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'keel-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('in production, a command without DATABASE_URL creates no database', async () => {
  const environment = {
    ...newSecrets(),
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://127.0.0.1',
    VAPID_SUBJECT: 'mailto:push@exchange.example',
    PRICE_SOURCE: 'binance',
    DATA_DIR: folder,
  }
  const { code, said } = await startServerProcess(environment, 'scripts/verify-ledger.ts').ended
  expect(said).toBe('DATABASE_URL is not set: give the database that the servers use.\n')
  expect(code).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

test('elsewhere, a command says that it uses the embedded database', async () => {
  const { code, said } = await startServerProcess({ DATA_DIR: folder }, 'scripts/verify-ledger.ts')
    .ended
  expect(said).toContain(`Using the embedded database in ${folder}.\n`)
  expect(said).toContain('The ledger is sound')
  expect(code).toBe(0)
})
