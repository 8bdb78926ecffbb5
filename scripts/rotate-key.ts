import { withDatabase } from '#scripts/script-database.ts'
import { loadConfig } from '#server/platform/config.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { rotateColumn, SEALED_COLUMNS } from '#server/rotate-master-key.ts'

/**
 * `npm run rotate:key`: seals with MASTER_KEY what MASTER_KEY_PREVIOUS has sealed. It may stop
 * anywhere and begin again.
 */
await withDatabase(async (pool) => {
  const { masterKeys } = loadConfig(process.env)
  if (masterKeys.length === 1) {
    throw new StartupError(
      'MASTER_KEY_PREVIOUS is not set: give the key that is replaced there, and the new one in MASTER_KEY.',
    )
  }
  let unreadable = 0
  for (const sealed of SEALED_COLUMNS) {
    const name = `${sealed.table}.${sealed.column}`
    const done = await rotateColumn(pool, masterKeys, sealed, ({ current, rotated }) =>
      process.stdout.write(`${name}: ${current + rotated} done\n`),
    )
    // What a process with the old key alone has sealed since.
    const left = await rotateColumn(pool, masterKeys, sealed)
    unreadable += left.unreadable
    process.stdout.write(
      `${name}: ${done.rotated + left.rotated} sealed again, ${left.unreadable} left\n`,
    )
  }
  if (unreadable > 0) {
    throw new StartupError(
      `${unreadable} values open with neither key: keep both until you have found the key of these.`,
    )
  }
  process.stdout.write('All is sealed with MASTER_KEY: remove MASTER_KEY_PREVIOUS.\n')
})
