import type { Pool } from 'pg'
import { runCommand } from '#scripts/command-line.ts'
import { withDatabase } from '#scripts/script-database.ts'
import { forgetReplacedKeys, registerMasterKey } from '#server/master-key-register.ts'
import type { Config } from '#server/platform/config.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { rotateColumn, SEALED_COLUMNS } from '#server/rotate-master-key.ts'

const LINE = {
  usage: 'npm run rotate:key',
  about:
    'Re-encrypts with MASTER_KEY what MASTER_KEY_PREVIOUS has encrypted. It can be stopped and run\n' +
    'again.',
}

await runCommand(LINE, () => withDatabase((pool, { config }) => rotate(pool, config)))

async function rotate(pool: Pool, { masterKeys }: Config): Promise<void> {
  if (masterKeys.length === 1) {
    throw new StartupError(
      'MASTER_KEY_PREVIOUS is not set: put the old key there, and the new one in MASTER_KEY.',
    )
  }
  await registerMasterKey(pool, masterKeys)
  let unreadable = 0
  for (const sealed of SEALED_COLUMNS) {
    const name = `${sealed.table}.${sealed.column}`
    const done = await rotateColumn(pool, masterKeys, sealed, ({ current, rotated }) =>
      process.stdout.write(`${name}: ${current + rotated} done\n`),
    )
    // Values that a process with only the old key has sealed in the meantime.
    const left = await rotateColumn(pool, masterKeys, sealed)
    unreadable += left.unreadable
    process.stdout.write(
      `${name}: ${done.rotated + left.rotated} re-encrypted, ${left.unreadable} unreadable\n`,
    )
  }
  if (unreadable > 0) {
    throw new StartupError(
      `Neither key decrypts ${unreadable} values. Keep both keys until you find the one that does.`,
    )
  }
  await forgetReplacedKeys(pool, masterKeys)
  process.stdout.write('Everything is encrypted with MASTER_KEY. Remove MASTER_KEY_PREVIOUS.\n')
}
