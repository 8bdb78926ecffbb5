import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { EventLog } from '#server/events/log.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { FileLinks } from '#server/platform/file-links.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { Passwords } from './passwords.ts'
import type { ServerSecrets } from './secrets.ts'
import type { Throttle } from './throttle.ts'

/** What the parts of identity work with. */
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
  /** Where links in mails lead, without a slash at the end. */
  readonly publicUrl: string
}
