import { parseArgs } from 'node:util'
import { withDatabaseServer } from '#scripts/script-database.ts'
import { readIdentities } from '#server/backup/identities.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { FEATURES } from '#server/features/index.ts'
import { StartupError } from '#server/platform/startup-error.ts'

/**
 * `npm run restore -- DIR [NAME] [--without-keys]`: restores the newest backup, or the one named,
 * into an empty database and proves it.
 */
await withDatabaseServer(async ({ url, ownerUrl }, { backup, masterKeys }) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'without-keys': { type: 'boolean', default: false } },
  })
  const [folder, name] = positionals
  if (folder === undefined) throw new StartupError('Name the folder that holds the backups: DIR')
  const started = performance.now()
  const passed = () => `${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s`
  const { manifest, events, migrated, withoutKey } = await restoreBackup({
    ...{ ownerUrl, applicationUrl: url, folder, name },
    identities: await readIdentities(backup.identityFile),
    masterKeys,
    withoutKeys: values['without-keys'],
    aggregates: FEATURES.aggregates,
    onStep: (step) => process.stdout.write(`${passed()}  ${step}\n`),
  })
  const lines = [
    `${passed()}  restored ${manifest.name}: ${events} events, the ledger is sound, the head is that of the backup`,
    ...(migrated.length > 0 ? [`${migrated.length} later migrations were applied`] : []),
    ...(withoutKey > 0
      ? [`${withoutKey} people have no key: what was sealed for them stays unreadable`]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
})
