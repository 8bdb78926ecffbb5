import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import webPush from 'web-push'
import type { MasterKeys } from '#server/platform/cipher.ts'

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

/** The secrets of the environment; missing ones are generated once and stored in DATA_DIR. */
export function loadSecrets(given: GivenSecrets, dataDir: string): Secrets {
  const missing = SECRETS.filter((name) => given[name] === undefined)
  const kept = missing.length === 0 ? {} : keptSecrets(join(dataDir, 'secrets.json'), missing)
  const secrets: GivenSecrets = { ...kept, ...withoutUndefined(given) }
  return {
    masterKeys: [
      Buffer.from(secrets.MASTER_KEY ?? '', 'base64'),
      ...(given.MASTER_KEY_PREVIOUS ? [Buffer.from(given.MASTER_KEY_PREVIOUS, 'base64')] : []),
    ],
    logKeys: [
      Buffer.from(secrets.LOG_KEY ?? '', 'base64'),
      ...((given.LOG_KEY_PREVIOUS
        ? [Buffer.from(given.LOG_KEY_PREVIOUS, 'base64')]
        : []) satisfies [Buffer?]),
    ],
    simulatedSeed: Buffer.from(secrets.SIMULATED_SEED ?? '', 'base64'),
    vapid: {
      subject: secrets.VAPID_SUBJECT ?? 'mailto:push@localhost',
      publicKey: secrets.VAPID_PUBLIC_KEY ?? '',
      privateKey: secrets.VAPID_PRIVATE_KEY ?? '',
    },
  }
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

const SECRETS = [
  'MASTER_KEY',
  'LOG_KEY',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'SIMULATED_SEED',
] as const satisfies readonly SecretName[]

/** A file of an earlier version lacks the secrets that were added since. */
function keptSecrets(file: string, wanted: readonly SecretName[]): GivenSecrets {
  const kept: GivenSecrets = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const missing = wanted.filter((name) => kept[name] === undefined)
  if (missing.length === 0) return kept
  const fresh = newSecrets()
  const complete = { ...kept, ...Object.fromEntries(missing.map((name) => [name, fresh[name]])) }
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  // Renamed into place: a crash must not leave half a file, which would lose the master key.
  writeFileSync(`${file}.new`, `${JSON.stringify(complete, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return complete
}

function withoutUndefined(given: GivenSecrets): GivenSecrets {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
