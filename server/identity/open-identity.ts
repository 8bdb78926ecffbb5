import type { Authenticate } from '#server/platform/caller.ts'
import type { Config } from '#server/platform/config.ts'
import { fileLinks } from '#server/platform/file-links.ts'
import { deliveryFor, mailerOf } from '#server/platform/mail.ts'
import { batchAuthenticate } from './authenticate.ts'
import type { IdentityContext } from './identity-context.ts'
import { boundedPasswords } from './passwords.ts'
import { serverSecrets } from './secrets.ts'
import { throttleOf } from './throttle.ts'

export interface Identity extends IdentityContext {
  readonly authenticate: Authenticate
}

type Settings = Pick<Config, 'masterKey' | 'publicUrl' | 'dataDir' | 'mail' | 'staffSecondFactor'>

/** Wires identity for one server process. */
export function openIdentity(
  parts: Pick<IdentityContext, 'pool' | 'log' | 'clock' | 'logger'>,
  settings: Settings,
  passwords = boundedPasswords(),
): Identity {
  const { pool, clock } = parts
  const { masterKey, publicUrl, dataDir, mail, staffSecondFactor } = settings
  return {
    ...parts,
    publicUrl,
    authenticate: batchAuthenticate(pool, clock, staffSecondFactor === 'required'),
    passwords,
    secrets: serverSecrets(masterKey),
    throttle: throttleOf(pool, clock),
    links: fileLinks(masterKey, clock),
    mailer: mailerOf(pool, deliveryFor({ mail, dataDir })),
  }
}
