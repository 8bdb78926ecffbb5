import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '../../scripts/new-keys.ts')
const { stdout, stderr } = await promisify(execFile)(process.execPath, [SCRIPT])

test('the private key of the backups is not printed with the settings of the server', () => {
  expect(stdout).toMatch(/^BACKUP_RECIPIENT=age1\w+$/m)
  expect(stdout).not.toContain('AGE-SECRET-KEY-')
  expect(stderr).toContain('Store this on another machine, not in .env')
  expect(stderr).toMatch(/^AGE-SECRET-KEY-1\w+$/m)
})

test.each(['DATABASE_OWNER_PASSWORD', 'DATABASE_PASSWORD', 'METRICS_TOKEN'])(
  'a new %s needs no escape in a URL',
  (name) => {
    const [, value = ''] = new RegExp(`^${name}=(.*)$`, 'm').exec(stdout) ?? []
    expect(value).toMatch(/^[A-Za-z0-9]{32,}$/)
  },
)
