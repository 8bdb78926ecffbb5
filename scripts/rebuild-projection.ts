import { runCommand, UsageError } from '#scripts/command-line.ts'
import { progressBar } from '#scripts/progress-bar.ts'
import { withDatabase } from '#scripts/script-database.ts'
import { headOf } from '#server/events/log-head.ts'
import { refuseNewerEvents } from '#server/events/newer-events.ts'
import { FEATURES } from '#server/features/index.ts'
import { documents } from '#server/projections/document.ts'
import { rebuild } from '#server/projections/rebuild.ts'

const projections = [...FEATURES.projections, documents(FEATURES.aggregates)]
const names = projections.map((candidate) => candidate.name).join(', ')

const LINE = {
  usage: 'npm run rebuild -- NAME',
  about: `Rebuilds a projection beside the live one and swaps it in. NAME: ${names}`,
  words: { least: 0, most: 1 },
}

await runCommand(LINE, async ({ words: [name] }) => {
  const projection = projections.find((candidate) => candidate.name === name)
  if (!projection) throw new UsageError(`Name a projection to rebuild: ${names}`, LINE)
  await withDatabase(async (pool) => {
    // A rebuild reads events with SQL, which cannot convert newer versions.
    await refuseNewerEvents(pool, { after: 0n, upTo: await headOf(pool) }, FEATURES.catalog)
    const started = performance.now()
    await rebuild(pool, projection, progressBar(projection.name))
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    process.stdout.write(`${projection.name} is rebuilt (${seconds} s).\n`)
  })
})
