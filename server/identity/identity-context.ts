import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { EventLog } from '#server/events/log.ts'
import type { Authenticate } from '#server/platform/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { type FileLinks, fileLinks } from '#server/platform/file-links.ts'
import { deliveryFor, type Mailer, mailerOf } from '#server/platform/mail.ts'
import type { OutsideEffects } from '#server/platform/outside-effects.ts'
import type { StepUp } from '#server/platform/step-up.ts'
import { batchAuthenticate } from './authenticate.ts'
import { boundedPasswords, type Passwords } from './passwords.ts'
import { type ServerSecrets, serverSecrets } from './secrets.ts'
import { openStepUp } from './step-up-facts.ts'
import { type Throttle, throttleOf } from './throttle.ts'

/** The dependencies of the identity module. */
export interface IdentityContext {
  readonly pool: Pool
  readonly log: EventLog
  readonly clock: Clock
  readonly logger: FastifyBaseLogger
  readonly passwords: Passwords
  readonly secrets: ServerSecrets
  readonly throttle: Throttle
  readonly mailer: Mailer
  readonly links: Pick<FileLinks, 'signedUrl'>
  /** The base of links in mails, without a trailing slash. */
  readonly publicUrl: string
}

export interface Identity extends IdentityContext {
  readonly authenticate: Authenticate
  readonly stepUp: StepUp
}

/** Creates the identity module of one server process. */
export function openIdentity(
  parts: Pick<IdentityContext, 'pool' | 'log' | 'clock' | 'logger'> & {
    readonly effects: OutsideEffects
  },
  settings: Pick<Config, 'masterKeys' | 'publicUrl' | 'dataDir' | 'mail' | 'staffSecondFactor'>,
  passwords = boundedPasswords(),
): Identity {
  const { pool, clock, effects } = parts
  const { masterKeys, publicUrl, staffSecondFactor } = settings
  return {
    ...parts,
    publicUrl,
    authenticate: batchAuthenticate(pool, clock, staffSecondFactor === 'required'),
    stepUp: openStepUp(parts),
    passwords,
    secrets: serverSecrets(masterKeys),
    throttle: throttleOf(pool, clock),
    links: fileLinks(masterKeys, clock),
    mailer: mailerOf(pool, deliveryFor(settings), (key) => effects.note('mails', key)),
  }
}
