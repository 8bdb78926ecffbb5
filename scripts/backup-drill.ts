import { givenPlace } from '#scripts/given-address.ts'
import { withDatabaseServer } from '#scripts/script-database.ts'
import { drill } from '#server/backup/drill.ts'
import { readIdentities } from '#server/backup/identities.ts'
import { withPlace } from '#server/backup/open-place.ts'
import { recordDrill } from '#server/features/backup-drills/drills.ts'
import { openServices } from '#server/open-services.ts'

/**
 * `npm run backup:drill -- DIR|s3://bucket/prefix`: restores the newest backup beside the live
 * database, proves it, says what it would have lost, and records the outcome for staff.
 */
await withDatabaseServer(async ({ url, ownerUrl }, config) => {
  const { masterKeys, backup } = config
  const address = backup.place && !process.argv[2] ? backup.place : givenPlace(process.argv[2])
  const services = await openServices(config, url)
  try {
    const identities = await readIdentities(backup.identityFile)
    const onStep = (step: string) => void process.stdout.write(`${step}\n`)
    const report = await withPlace(address, (place) =>
      drill({ ownerUrl, place, masterKeys, identities, onStep }),
    )
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
