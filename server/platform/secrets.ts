import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import webPush from 'web-push'
import type { MasterKeys } from '#server/platform/cipher.ts'
import { parseGenerated } from '#server/platform/environment.ts'
import { StartupError } from '#server/platform/startup-error.ts'

export interface Secrets {
  /** 32 bytes that wrap the key of each person; while they change, the ones before too. */
  readonly masterKeys: MasterKeys
  /** 32 bytes that sign the checkpoints of the log; while they change, the ones before too. */
  readonly logKeys: readonly [Buffer, Buffer?]
  /** 32 bytes that decide every simulated price: who knows them knows the prices to come. */
  readonly simulatedSeed: Buffer
  /** The identity this server shows to push services. */
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

/** Where secrets are kept that the environment does not give, and which of them may be generated. */
export interface KeptSecrets {
  readonly dataDir: string
  readonly generated: readonly SecretName[]
}

/**
 * The secrets of the environment, and those in DATA_DIR. What neither has is generated once, where it
 * may be; otherwise it is missed by the first that asks for it.
 *
 * @throws StartupError where the file in DATA_DIR cannot be used
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

/** A file of an earlier version lacks the secrets that were added since. */
function keptIn(file: string): GivenSecrets {
  if (!existsSync(file)) return {}
  try {
    // Copies and archives lose it.
    chmodSync(file, 0o600)
  } catch {
    // It belongs to another user, who decides who reads it.
  }
  try {
    return parseGenerated(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new StartupError(
      `${file} cannot be used (${(error as Error).message}): put a copy of it back. Without its ` +
        'MASTER_KEY nothing opens what is sealed in the database.',
    )
  }
}

function generate(file: string, kept: GivenSecrets, names: readonly SecretName[]): GivenSecrets {
  const fresh = newSecrets()
  const made = Object.fromEntries(names.map((name) => [name, fresh[name]]))
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  // Renamed into place: a crash must not leave half a file, which would lose the master key.
  writeFileSync(`${file}.new`, `${JSON.stringify({ ...kept, ...made }, null, 2)}\n`, {
    mode: 0o600,
  })
  renameSync(`${file}.new`, file)
  return made
}
