import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '#server/platform/startup-error.ts'

/** The paths of a cluster and of the file with its owner's password. */
type Files = Readonly<Record<'cluster' | 'passwordFile', string>>

/** The major version of one of PostgreSQL's programs. */
export async function majorOf(program: string): Promise<number> {
  const { stdout } = await promisify(execFile)(program, ['--version'])
  return Number(/\d+/.exec(stdout)?.[0])
}

/**
 * PostgreSQL reads only files of the same major version. This is checked before it is started,
 * because its own message does not say what to do.
 *
 * @throws StartupError
 */
export async function requireSameMajor(
  { cluster, passwordFile }: Files,
  postgres: string,
): Promise<void> {
  const made = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (made === undefined) return
  const [there, here] = [Number.parseInt(made, 10), await majorOf(postgres)]
  if (there === here) return
  throw new StartupError(
    `The database in ${cluster} belongs to PostgreSQL ${there}, and this release brings ` +
      `PostgreSQL ${here}, which cannot read it. Nothing was changed.\n` +
      'To keep the data, run `npm run backup -- DIR` with the release that you used before. Then move ' +
      `${cluster} and ${passwordFile} elsewhere and run \`npm run restore -- DIR\` with ` +
      'this release. See docs/backups.md.',
  )
}
