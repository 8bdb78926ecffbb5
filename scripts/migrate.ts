import { runCommand } from '#scripts/command-line.ts'
import { type DatabaseServer, withDatabaseServer } from '#scripts/script-database.ts'
import { OPERATOR_BOUNDS } from '#server/events/connection.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openPool } from '#server/platform/pool.ts'
import { isBeyond, misfitsOf, readApplied, refuseNewer } from '#server/platform/schema-fit.ts'

const LINE = {
  usage: 'npm run migrate',
  about:
    'Migrates the database to the schema of this release, as the owner of the tables, while servers run.',
}

await runCommand(LINE, () => withDatabaseServer(migrateAndReport))

async function migrateAndReport({ url, ownerUrl }: DatabaseServer): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const isNewer = await isOfNewerRelease(ownerUrl)
  const startedAt = performance.now()
  const applied = await migrate(ownerUrl, url, {
    report: {
      applied: (name, milliseconds) => say(`  ${name.padEnd(36)}${seconds(milliseconds)}`),
      waits: (name, attempt) => say(`  ${name} waits for a lock (attempt ${attempt})`),
    },
  })
  const took = seconds(performance.now() - startedAt).trim()
  const release = isNewer ? 'newer than this release, which can serve it' : 'that of this release'
  say(`${applied.length} migrations applied in ${took}; the schema is ${release}.`)
}

/** @throws StartupError if the schema is newer than this release supports */
async function isOfNewerRelease(ownerUrl: string): Promise<boolean> {
  const pool = openPool(ownerUrl, 1, OPERATOR_BOUNDS)
  try {
    const applied = await readApplied(pool)
    refuseNewer(misfitsOf(applied))
    return isBeyond(applied)
  } finally {
    await pool.end()
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2).padStart(8)} s`
}
