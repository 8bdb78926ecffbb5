import { readFile } from 'node:fs/promises'
import { StartupError } from '#server/platform/startup-error.ts'

/**
 * Reads the private keys from a file in the format of `age-keygen`: one per line, comments after
 * "#".
 *
 * @throws StartupError
 */
export async function readIdentities(file: string | undefined): Promise<string[]> {
  if (file === undefined) {
    throw new StartupError(
      'BACKUP_IDENTITY_FILE is not set: name the file with the private key of age that opens backups.',
    )
  }
  const lines = (await textOf(file)).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) {
    throw new StartupError(`${file} holds no private key of age (AGE-SECRET-KEY-…).`)
  }
  return identities
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(
      code === 'ENOENT'
        ? `${file} does not exist: correct BACKUP_IDENTITY_FILE.`
        : `${file} cannot be opened (${code}): correct its owner or permissions, or give another ` +
            'path in BACKUP_IDENTITY_FILE.',
    )
  }
}
