import type pg from 'pg'
import type { DestinationStream, Logger } from 'pino'
import type { Catalog } from '#server/events/catalog.ts'
import type { EventLog } from '#server/events/log.ts'
import type { LogHistory } from '#server/events/log-history.ts'
import type { Identity } from '#server/identity/identity-context.ts'
import type { Passwords } from '#server/identity/passwords.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Durability } from '#server/platform/durability.ts'
import type { Erasures } from '#server/platform/erasures.ts'
import type { Incoming } from '#server/platform/incoming.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import type { MountContext } from '#server/platform/mount.ts'
import type { OutsideEffects } from '#server/platform/outside-effects.ts'
import type { PageLimits, PageRenderer } from '#server/platform/pages/page-renderer.ts'
import type { EndpointPolicy } from '#server/platform/push/endpoint-policy.ts'
import type { PushSender } from '#server/platform/push/push-sender.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import type { StorePatience } from '#server/platform/stores/s3-store.ts'
import type { Tries } from '#server/platform/tries.ts'
import type { Uploads } from '#server/platform/uploads.ts'
import type { Vault } from '#server/platform/vault.ts'
import type { PriceService } from '#server/prices/price-service.ts'
import type { PriceSource } from '#server/prices/price-source.ts'

/** The services from which routes and jobs are built. A handler takes only what it needs. */
export interface Services extends MountContext {
  readonly config: Config
  /** For separate connections: followers, the live socket. */
  readonly databaseUrl: string
  readonly logger: Logger
  readonly clock: Clock
  /** For requests. */
  readonly pool: pg.Pool
  /** For prices, followers and jobs, so that they never delay a request. */
  readonly backgroundPool: pg.Pool
  /** One connection for `/readyz`, which must not wait for other work. */
  readonly healthPool: pg.Pool
  readonly log: EventLog
  /** The history of the log that this process is on. */
  readonly history: LogHistory
  readonly durability: Durability
  readonly tries: Tries
  /** The mails and pushes sent by this process. */
  readonly effects: OutsideEffects
  readonly catalog: Catalog
  readonly identity: Identity
  readonly prices: PriceService
  readonly uploads: Uploads
  readonly incoming: Incoming
  readonly vault: Vault
  /** Draws pages of PDFs. */
  readonly pages: PageRenderer
  readonly erasures: Erasures
  readonly push: PushSender
  readonly metrics: Metrics
  /** Closes every connection. The app must be closed first. */
  close(): Promise<void>
}

/** The services that a test or a load test replaces. */
export interface ServiceOverrides {
  readonly clock?: Clock
  readonly priceSource?: PriceSource
  /** How often ticks are written: tests do not wait for a market. */
  readonly tickPauseMs?: number
  /** Undefined: the real ones, which all servers on the database share. */
  readonly rateLimits?: RateLimits | undefined
  /** How long a request waits for a lease of a rate limit: a busy machine may need longer. */
  readonly leaseMsMax?: number
  /** Password hashing is slow on purpose, and tests log in thousands of times. */
  readonly passwords?: Passwords
  /** Where pushes may be sent: a test's push service is on loopback. */
  readonly pushEndpoints?: EndpointPolicy
  /** Tests do not wait as long as a user would. */
  readonly pageLimits?: PageLimits
  readonly storePatience?: StorePatience
  /** Receives the log's lines in place of the standard output. */
  readonly logLines?: DestinationStream
}
