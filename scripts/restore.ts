import { parseArgs } from 'node:util'
import { givenPlace } from '#scripts/given-address.ts'
import { withDatabaseServer } from '#scripts/script-database.ts'
import { readIdentities } from '#server/backup/identities.ts'
import { withPlace } from '#server/backup/open-place.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'

/**
 * `npm run restore -- DIR|s3://bucket/prefix [NAME] [--without-keys]`: restores the newest backup, or
 * the one named, into an empty database and proves it.
 */
await withDatabaseServer(async ({ url, ownerUrl }, { backup, masterKeys }) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'without-keys': { type: 'boolean', default: false } },
  })
  const [given, name] = positionals
  const address = givenPlace(given)
  const started = performance.now()
  const passed = () => `${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s`
  const options = {
    ...{ ownerUrl, applicationUrl: url, name, masterKeys },
    identities: await readIdentities(backup.identityFile),
    withoutKeys: values['without-keys'],
    onStep: (step: string) => void process.stdout.write(`${passed()}  ${step}\n`),
  }
  const { manifest, events, migrated, withoutKey } = await withPlace(address, (place) =>
    restoreBackup({ ...options, place }),
  )
  const lines = [
    `${passed()}  restored ${manifest.name}: ${events} events, the ledger is sound, the head is that of the backup`,
    ...(migrated.length > 0 ? [`${migrated.length} later migrations were applied`] : []),
    ...(withoutKey > 0
      ? [`${withoutKey} people have no key: what was sealed for them stays unreadable`]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
})
