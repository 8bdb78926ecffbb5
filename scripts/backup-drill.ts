import { runCommand, UsageError } from '#scripts/command-line.ts'
import { givenPlace } from '#scripts/given-address.ts'
import { type DatabaseServer, withDatabaseServer } from '#scripts/script-database.ts'
import { drill } from '#server/backup/drill.ts'
import { readIdentities } from '#server/backup/identities.ts'
import { withPlace } from '#server/backup/open-place.ts'
import { recordDrill } from '#server/features/backup-drills/drills.ts'
import { openServices } from '#server/open-services.ts'
import type { Config } from '#server/platform/config.ts'
import type { StoreAddress } from '#server/platform/stores/store-address.ts'

const LINE = {
  usage: 'npm run backup:drill -- [DIR|s3://bucket/prefix]',
  about:
    'Restores the newest backup beside the live database, verifies it, reports what a restore would have\n' +
    'lost, and records the outcome for staff. Without an argument it reads from BACKUP_DIR.',
  words: { least: 0, most: 1 },
}

await runCommand(LINE, async ({ words: [place] }) => {
  const given = place === undefined ? undefined : givenPlace(place)
  await withDatabaseServer((server, config) => {
    const address = given ?? config.backup.place
    if (!address) throw new UsageError('Give the location of the backups, or set BACKUP_DIR.', LINE)
    return drillAt(address, server, config)
  })
})

async function drillAt(
  address: StoreAddress,
  { url, ownerUrl }: DatabaseServer,
  config: Config,
): Promise<void> {
  const { masterKeys, backup } = config
  const { drillDatabaseUrl: copyUrl } = backup
  const services = await openServices(config, url)
  try {
    const identities = await readIdentities(backup.identityFile)
    const onStep = (step: string) => void process.stdout.write(`${step}\n`)
    const report = await withPlace(address, (place) =>
      drill({ ownerUrl, copyUrl, place, masterKeys, identities, onStep }),
    )
    await recordDrill(services, report)
    process.stdout.write(
      [
        `The backup ${report.backup} was restored and verified in ${report.seconds} s.`,
        `  ${report.events} events; the ledger is sound and ends where the live log ended then`,
        `  a restore would have lost ${report.lostEvents} events, the last ${report.lostSeconds} s`,
        '',
      ].join('\n'),
    )
  } catch (error) {
    await recordDrill(services, { fault: error instanceof Error ? error.message : String(error) })
    throw error
  } finally {
    await services.close()
  }
}
