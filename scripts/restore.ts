import { runCommand } from '#scripts/command-line.ts'
import { givenPlace } from '#scripts/given-address.ts'
import { type DatabaseServer, withDatabaseServer } from '#scripts/script-database.ts'
import { readIdentities } from '#server/backup/identities.ts'
import { withPlace } from '#server/backup/open-place.ts'
import { type Restored, restoreBackup } from '#server/backup/restore-backup.ts'
import type { Config } from '#server/platform/config.ts'
import type { StoreAddress } from '#server/platform/stores/store-address.ts'

const LINE = {
  usage: 'npm run restore -- DIR|s3://bucket/prefix [NAME] [--without-keys]',
  about:
    'Restores the newest or the named backup into an empty database and verifies it. --without-keys\n' +
    'restores even if the keys of users are lost; the data encrypted with them is then unreadable.',
  words: { least: 1, most: 2 },
  options: { 'without-keys': { type: 'boolean', default: false } },
} as const

await runCommand(LINE, async ({ words: [given = '', name], values }) => {
  const address = givenPlace(given)
  const withoutKeys = values['without-keys']
  await withDatabaseServer((server, config) =>
    restore({ address, name, withoutKeys }, server, config),
  )
})

interface Asked {
  readonly address: StoreAddress
  readonly name: string | undefined
  readonly withoutKeys: boolean
}

async function restore(
  { address, name, withoutKeys }: Asked,
  { url, ownerUrl }: DatabaseServer,
  { backup, masterKeys }: Config,
): Promise<void> {
  const started = performance.now()
  const passed = () => `${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s`
  const options = {
    ...{ ownerUrl, applicationUrl: url, name, masterKeys },
    identities: await readIdentities(backup.identityFile),
    withoutKeys,
    onStep: (step: string) => void process.stdout.write(`${passed()}  ${step}\n`),
  }
  const restored = await withPlace(address, (place) => restoreBackup({ ...options, place }))
  process.stdout.write(`${passed()}  ${reportOf(restored).join('\n')}\n`)
}

/** The last lines of the output, some of which the operator must pass on. */
function reportOf({ manifest, events, migrated, withoutKey, ended }: Restored): string[] {
  return [
    `restored ${manifest.name}: ${events} events, the ledger is sound, the log ends where the backup ends`,
    ...(migrated.length > 0 ? [`${migrated.length} later migrations were applied`] : []),
    ...(withoutKey > 0
      ? [`${withoutKey} people have no key: data encrypted for them cannot be read`]
      : []),
    `${ended.sessions} sessions were ended, and ${ended.links} recovery and confirmation links were invalidated:`,
    'all users must log in again',
    `Tell your users: what they changed since ${manifest.takenAt} is undone. Their password from that time`,
    'works again, as do second factors and passkeys that they removed since. Users who changed a password',
    'because others knew it must change it again.',
    'Check your staff: roles and disabled accounts are also those from that time.',
  ]
}
