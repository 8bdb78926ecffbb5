import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import webPush from 'web-push'

export interface Secrets {
  /** 32 bytes that wrap the key of each person. */
  readonly masterKey: Buffer
  /** The identity this server shows to push services. */
  readonly vapid: {
    readonly subject: string
    readonly publicKey: string
    readonly privateKey: string
  }
}

export interface GivenSecrets {
  readonly MASTER_KEY?: string | undefined
  readonly VAPID_SUBJECT?: string | undefined
  readonly VAPID_PUBLIC_KEY?: string | undefined
  readonly VAPID_PRIVATE_KEY?: string | undefined
}

/** The secrets of the environment; missing ones are generated once and stored in DATA_DIR. */
export function loadSecrets(given: GivenSecrets, dataDir: string): Secrets {
  const isComplete = given.MASTER_KEY !== undefined && given.VAPID_PRIVATE_KEY !== undefined
  const kept = isComplete ? {} : keptSecrets(join(dataDir, 'secrets.json'))
  const { MASTER_KEY, VAPID_SUBJECT, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } = {
    ...kept,
    ...withoutUndefined(given),
  }
  return {
    masterKey: Buffer.from(MASTER_KEY ?? '', 'base64'),
    vapid: {
      subject: VAPID_SUBJECT ?? 'mailto:push@localhost',
      publicKey: VAPID_PUBLIC_KEY ?? '',
      privateKey: VAPID_PRIVATE_KEY ?? '',
    },
  }
}

export function newSecrets() {
  const vapid = webPush.generateVAPIDKeys()
  return {
    MASTER_KEY: randomBytes(32).toString('base64'),
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
  }
}

function keptSecrets(file: string): GivenSecrets {
  if (!existsSync(file)) {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o711 })
    writeFileSync(file, `${JSON.stringify(newSecrets(), null, 2)}\n`, { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

function withoutUndefined(given: GivenSecrets): GivenSecrets {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
