import { runCommand } from '#scripts/command-line.ts'
import { givenPlace } from '#scripts/given-address.ts'
import { type DatabaseServer, withDatabaseServer } from '#scripts/script-database.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { withPlace } from '#server/backup/open-place.ts'
import type { Config } from '#server/platform/config.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { StoreAddress } from '#server/platform/stores/store-address.ts'

const LINE = {
  usage: 'npm run backup -- DIR|s3://bucket/prefix',
  about: 'Writes an encrypted snapshot of the database into a new folder.',
  words: { least: 1, most: 1 },
}

await runCommand(LINE, async ({ words: [place = ''] }) => {
  const address = givenPlace(place)
  await withDatabaseServer((server, config) => backUp(address, server, config))
})

async function backUp(
  address: StoreAddress,
  { ownerUrl }: DatabaseServer,
  { backup, masterKeys }: Config,
): Promise<void> {
  const { recipients } = backup
  if (recipients.length === 0) {
    throw new StartupError(
      'BACKUP_RECIPIENT is not set: give the public key of age that the backup is encrypted for; ' +
        '"npm run keys" prints a new pair.',
    )
  }
  const started = performance.now()
  const made = await withPlace(address, (place) =>
    makeBackup({ ownerUrl, place, recipients, masterKeys }),
  )
  const { name, parts, head } = made
  const seconds = ((performance.now() - started) / 1_000).toFixed(1)
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const megabytes = parts.reduce((sum, part) => sum + part.bytes, 0) / 1_000_000
  process.stdout.write(
    [
      `Backup ${name} is written (${seconds} s).`,
      `  ${rows} rows in ${parts.length} files, ${megabytes.toFixed(1)} MB`,
      `  the log up to ${head.position} (${head.hash.slice(0, 16)})`,
      '',
    ].join('\n'),
  )
}
