import { join } from 'node:path'
import pg from 'pg'
import { FEATURES } from '#server/features/index.ts'
import { openIdentity } from '#server/identity/identity-context.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { observedLog } from '#server/observe.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { openLogger } from '#server/platform/logger.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { publicEndpoints } from '#server/platform/push/endpoint-policy.ts'
import { openPushSender } from '#server/platform/push/push-sender.ts'
import { minuteLimits } from '#server/platform/rate-limits.ts'
import { openUploads } from '#server/platform/uploads.ts'
import { openVault } from '#server/platform/vault.ts'
import { choosePriceSource } from '#server/prices/choose-source.ts'
import { createPriceService, type PriceService } from '#server/prices/price-service.ts'
import type { PriceSource } from '#server/prices/price-source.ts'
import type { Services, WorldParts } from '#server/services.ts'

/** Wires the services of one server process. The database must be migrated. */
export async function openServices(
  config: Config,
  databaseUrl: string,
  parts: WorldParts = {},
): Promise<Services> {
  const { clock = systemClock, rateLimits = minuteLimits(clock) } = parts
  const logger = openLogger(config.logLevel, parts.logLines)
  const pool = openPool(databaseUrl, config.databasePoolSize)
  const metrics = createMetrics()
  const log = observedLog(
    openLedgerLog({ connectionString: databaseUrl, pool, catalog: FEATURES.catalog }),
    metrics,
  )
  const prices = await openPrices(config, { pool, clock, logger }, parts.priceSource)
  const vault = openVault(pool, config.masterKey)
  const uploads = openUploads({
    pool,
    folder: join(config.dataDir, 'uploads'),
    masterKey: config.masterKey,
    clock,
    vault,
  })
  return {
    config,
    databaseUrl,
    logger,
    clock,
    pool,
    log,
    catalog: FEATURES.catalog,
    identity: openIdentity({ pool, log, clock, logger }, config, parts.passwords),
    prices,
    uploads,
    vault,
    push: openPushSender(config.vapid, parts.pushEndpoints ?? publicEndpoints()),
    rateLimits,
    metrics,
    checkAnswers: !config.isProduction,
    close: async () => {
      await prices.close()
      await log.close()
      await pool.end()
    },
  }
}

type PriceNeeds = Pick<Services, 'pool' | 'clock' | 'logger'>

async function openPrices(
  config: Config,
  needs: PriceNeeds,
  given: PriceSource | undefined,
): Promise<PriceService> {
  const { pool, clock, logger } = needs
  const report = (error: unknown) => logger.warn({ err: error }, 'prices')
  const source = given ?? (await choosePriceSource(config.prices, { pool, clock, report }))
  return createPriceService({
    pool,
    clock,
    source,
    report,
    onFault: (fault, reading) => logger.warn({ fault, reading }, 'price reading not used'),
  })
}

function openPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  // A connection that PostgreSQL closes fails the query that is on it and is replaced; the event
  // itself, unheard, would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
