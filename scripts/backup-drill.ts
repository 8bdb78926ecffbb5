import { withDatabaseServer } from '#scripts/script-database.ts'
import { drill } from '#server/backup/drill.ts'
import { readIdentities } from '#server/backup/identities.ts'
import { recordDrill } from '#server/features/backup-drills/drills.ts'
import { FEATURES } from '#server/features/index.ts'
import { openServices } from '#server/open-services.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/**
 * `npm run backup:drill -- DIR`: restores the newest backup beside the live database, proves it,
 * says what it would have lost, and records the outcome for staff.
 */
await withDatabaseServer(async ({ url, ownerUrl }, config) => {
  const [folder = config.backup.folder] = process.argv.slice(2)
  if (folder === undefined) throw new StartupError('Name the folder that holds the backups: DIR')
  const services = await openServices(config, url)
  try {
    const report = await drill({
      ...{ ownerUrl, folder, masterKeys: config.masterKeys },
      identities: await readIdentities(config.backup.identityFile),
      aggregates: FEATURES.aggregates,
      onStep: (step) => process.stdout.write(`${step}\n`),
    })
    await recordDrill(services, report)
    process.stdout.write(
      [
        `The backup ${report.backup} is restored and proven in ${report.seconds} s.`,
        `  ${report.events} events, the ledger is sound, the end is that of the live log then`,
        `  it would have lost ${report.lostEvents} events of ${report.lostSeconds} s`,
        '',
      ].join('\n'),
    )
  } catch (error) {
    await recordDrill(services, { fault: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    await services.close()
  }
})
