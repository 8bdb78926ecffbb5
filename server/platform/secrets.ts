import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import webPush from 'web-push'
import type { MasterKeys } from '#server/platform/cipher.ts'
import { parseGenerated } from '#server/platform/environment.ts'
import { StartupError } from '#server/platform/startup-error.ts'

export interface Secrets {
  /** 32 bytes that wrap the key of each person; while being replaced, also the previous ones. */
  readonly masterKeys: MasterKeys
  /**
   * 32 bytes that sign the checkpoints of the log; while being replaced, also the previous ones.
   */
  readonly logKeys: readonly [Buffer, Buffer?]
  /** 32 bytes that determine every simulated price, including future ones. */
  readonly simulatedSeed: Buffer
  /** The identity of this server towards push services. */
  readonly vapid: {
    readonly subject: string
    readonly publicKey: string
    readonly privateKey: string
  }
}

type SecretName = keyof ReturnType<typeof newSecrets>

type Optional = 'VAPID_SUBJECT' | 'MASTER_KEY_PREVIOUS' | 'LOG_KEY_PREVIOUS'

export type GivenSecrets = {
  readonly [Name in SecretName | Optional]?: string | undefined
}

/** Where secrets that are not in the environment are stored, and which of them may be generated. */
export interface KeptSecrets {
  readonly dataDir: string
  readonly generated: readonly SecretName[]
}

/**
 * The secrets from the environment and from DATA_DIR. Missing ones are generated once, if that is
 * allowed; otherwise, reading one throws.
 *
 * @throws StartupError if the file in DATA_DIR cannot be used
 */
export function loadSecrets(given: GivenSecrets, { dataDir, generated }: KeptSecrets): Secrets {
  const file = join(dataDir, 'secrets.json')
  const missing = SECRETS.filter((name) => given[name] === undefined)
  const kept = missing.length === 0 ? {} : keptIn(file)
  const lacking = missing.filter((name) => kept[name] === undefined && generated.includes(name))
  const secrets = { ...kept, ...(lacking.length > 0 && generate(file, kept, lacking)) }
  const secretOf = (name: SecretName): string => {
    const value = given[name] ?? secrets[name]
    if (value !== undefined) return value
    throw new StartupError(
      `${name} is not set, and ${dataDir} has none: give the one that the servers of this database use.`,
    )
  }
  return {
    get masterKeys() {
      return withPrevious(secretOf('MASTER_KEY'), given.MASTER_KEY_PREVIOUS)
    },
    get logKeys() {
      return withPrevious(secretOf('LOG_KEY'), given.LOG_KEY_PREVIOUS)
    },
    get simulatedSeed() {
      return Buffer.from(secretOf('SIMULATED_SEED'), 'base64')
    },
    get vapid() {
      return {
        subject: given.VAPID_SUBJECT ?? 'mailto:push@localhost',
        publicKey: secretOf('VAPID_PUBLIC_KEY'),
        privateKey: secretOf('VAPID_PRIVATE_KEY'),
      }
    },
  }
}

function withPrevious(key: string, previous: string | undefined): [Buffer, Buffer?] & MasterKeys {
  const current = Buffer.from(key, 'base64')
  return previous ? [current, Buffer.from(previous, 'base64')] : [current]
}

export function newSecrets() {
  const vapid = webPush.generateVAPIDKeys()
  return {
    MASTER_KEY: randomBytes(32).toString('base64'),
    LOG_KEY: randomBytes(32).toString('base64'),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    SIMULATED_SEED: randomBytes(32).toString('base64'),
  }
}

export const SECRETS = [
  'MASTER_KEY',
  'LOG_KEY',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'SIMULATED_SEED',
] as const satisfies readonly SecretName[]

/** A file of an earlier version lacks secrets that were added later. */
function keptIn(file: string): GivenSecrets {
  if (!existsSync(file)) return {}
  try {
    // The mode is lost in copies and archives.
    chmodSync(file, 0o600)
  } catch {
    // It belongs to another user, who controls its mode.
  }
  try {
    return parseGenerated(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new StartupError(
      `${file} cannot be used (${(error as Error).message}): restore it from a copy. ` +
        'Without its MASTER_KEY, encrypted data in the database cannot be read.',
    )
  }
}

function generate(file: string, kept: GivenSecrets, names: readonly SecretName[]): GivenSecrets {
  const fresh = newSecrets()
  const made = Object.fromEntries(names.map((name) => [name, fresh[name]]))
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  // Renamed into place: after a crash, a partial file would mean the loss of the master key.
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...kept, ...made }, null, 2)}\n`, {
    mode: 0o600,
  })
  renameSync(`${file}.new`, file)
  return made
}
