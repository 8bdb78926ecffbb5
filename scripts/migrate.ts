import { withDatabaseServer } from '#scripts/script-database.ts'
import { migrate } from '#server/platform/migrate.ts'

/** `npm run migrate`: brings the database to the schema of this release, as the owner of the tables. */
await withDatabaseServer(async ({ url, ownerUrl }) => {
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const startedAt = performance.now()
  const applied = await migrate(ownerUrl, url, {
    report: {
      applied: (name, milliseconds) => say(`  ${name.padEnd(36)}${seconds(milliseconds)}`),
      waits: (name, attempt) => say(`  ${name} waits for a lock (attempt ${attempt})`),
    },
  })
  const took = seconds(performance.now() - startedAt).trim()
  say(`${applied.length} migrations applied in ${took}; the schema is that of this release.`)
})

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2).padStart(8)} s`
}
