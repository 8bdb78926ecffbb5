import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { exportToFile, exportToFolder } from '#scripts/audit/export-log.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import { withDatabaseServer } from '#scripts/script-database.ts'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { FEATURES } from '#server/features/index.ts'
import { openPool } from '#server/platform/pool.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/**
 * `npm run export:log -- DIR|FILE.gz [--from POSITION] [--full]`: writes the log for an auditor. A
 * folder is continued behind the last of its files; a file holds the events behind a position.
 */
await withDatabaseServer(async ({ ownerUrl }) => {
  const { to, after, isFull } = readArguments()
  const pool = openPool(ownerUrl, 2, OPERATOR_BOUNDS)
  const bar = progressBar('  exporting')
  const options = {
    catalog: FEATURES.catalog,
    isFull,
    onProgress: (position: number, until: number) => bar(BigInt(position), BigInt(until)),
  }
  try {
    const isFile = to.endsWith('.gz')
    if (!isFile) await mkdir(to, { recursive: true })
    const last = isFile
      ? await exportToFile(pool, to, { ...options, after })
      : await exportToFolder(pool, to, options)
    process.stdout.write(`${to} holds the log up to position ${last}.\n`)
  } finally {
    await pool.end()
  }
})

function readArguments() {
  const { positionals, values } = parsed()
  const [to, ...others] = positionals
  if (to === undefined || others.length > 0) {
    throw new StartupError('Name one folder, or one file that ends in .gz.')
  }
  const { from, full: isFull } = values
  if (from !== undefined && !to.endsWith('.gz')) {
    throw new StartupError('--from needs a file: a folder is continued behind its last file.')
  }
  if (from !== undefined && !/^[1-9]\d{0,14}$/.test(from)) {
    throw new StartupError('--from takes the first position to export, such as 1.')
  }
  return { to, isFull, after: from === undefined ? 0 : Number(from) - 1 }
}

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, full: { type: 'boolean', default: false } },
    })
  } catch (error) {
    throw new StartupError((error as Error).message)
  }
}
