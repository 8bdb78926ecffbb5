import { join } from 'node:path'
import type pg from 'pg'
import { BACKGROUND_BOUNDS, REQUEST_BOUNDS } from '#server/events/connection.ts'
import { LogHistory } from '#server/events/log-history.ts'
import { FEATURES } from '#server/features/index.ts'
import { openIdentity } from '#server/identity/identity-context.ts'
import { openLedgerLog } from '#server/ledger/open-ledger-log.ts'
import { registerMasterKey } from '#server/master-key-register.ts'
import { observedLog } from '#server/observe.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { openDurability } from '#server/platform/durability.ts'
import { openErasures } from '#server/platform/erasures.ts'
import { openIncoming } from '#server/platform/incoming.ts'
import { openLogger } from '#server/platform/logger.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { minuteLimits } from '#server/platform/minute-limits.ts'
import { OutsideEffects } from '#server/platform/outside-effects.ts'
import { openPageRenderer } from '#server/platform/pages/page-renderer.ts'
import { openPool } from '#server/platform/pool.ts'
import { publicEndpoints } from '#server/platform/push/endpoint-policy.ts'
import { openPushSender } from '#server/platform/push/push-sender.ts'
import { rateLeases } from '#server/platform/rate-leases.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { openStores } from '#server/platform/stores/open-stores.ts'
import { openTries } from '#server/platform/tries.ts'
import { openUploads } from '#server/platform/uploads.ts'
import { openVault } from '#server/platform/vault.ts'
import { choosePriceSource } from '#server/prices/choose-source.ts'
import { createPriceService, type PriceService } from '#server/prices/price-service.ts'
import type { ServiceOverrides, Services } from '#server/services.ts'

/** A lost connection may still be open while its replacement is in use. */
const LOCK_CONNECTIONS_MAX = 2

/**
 * Creates the services of one server process. The database must be migrated.
 *
 * @throws StartupError if the database is sealed with another master key
 */
export async function openServices(
  config: Config,
  databaseUrl: string,
  overrides: ServiceOverrides = {},
): Promise<Services> {
  const { clock = systemClock } = overrides
  const logger = openLogger(config.logLevel, overrides.logLines)
  const { databasePoolSize, backgroundPoolSize } = config
  const history = new LogHistory()
  const effects = new OutsideEffects()
  const pool = openPool(databaseUrl, databasePoolSize, REQUEST_BOUNDS, history)
  await sealingWith(config, pool)
  const backgroundPool = openPool(databaseUrl, backgroundPoolSize, BACKGROUND_BOUNDS, history)
  // A separate pool, because a slow command waits for it, however busy the others are.
  const lockPool = openPool(databaseUrl, LOCK_CONNECTIONS_MAX, REQUEST_BOUNDS, history)
  const healthPool = openPool(databaseUrl, 1, REQUEST_BOUNDS, history)
  const metrics = createMetrics()
  const { catalog, aggregates } = FEATURES
  const log = observedLog(
    openLedgerLog({ connectionString: databaseUrl, pool, history, catalog, aggregates }),
    metrics,
  )
  const faults = repeatedFaults(logger)
  const durability = openDurability({
    mode: config.durability,
    pool: backgroundPool,
    history,
    report: (error) => faults.warn('durability', { err: error }, 'durability'),
  })
  const prices = await openPrices(
    config,
    { pool, backgroundPool, history, clock, logger },
    overrides,
  )
  const { masterKeys, dataDir } = config
  const rateLimits =
    overrides.rateLimits ??
    minuteLimits({
      clock,
      lease: rateLeases(pool, masterKeys[0]),
      leaseMsMax: overrides.leaseMsMax,
      report: (error) =>
        faults.warn('limits', { err: error }, 'this process counts rate limits alone'),
    })
  const vault = openVault(pool, masterKeys)
  const stores = openStores({
    folder: join(dataDir, 'uploads'),
    address: config.uploads,
    patience: overrides.storePatience,
  })
  const pages = openPageRenderer(overrides.pageLimits)
  const incoming = openIncoming(join(dataDir, 'incoming'), clock)
  await incoming.removeAbandoned()
  return {
    config,
    databaseUrl,
    logger,
    clock,
    pool,
    backgroundPool,
    healthPool,
    log,
    history,
    durability,
    effects,
    catalog,
    identity: openIdentity({ pool, log, clock, logger, effects }, config, overrides.passwords),
    prices,
    incoming,
    uploads: openUploads({ pool, stores, masterKeys, clock, vault }),
    vault,
    pages,
    erasures: openErasures(join(dataDir, 'erasures')),
    push: openPushSender(config, overrides.pushEndpoints ?? publicEndpoints(config.pushHosts)),
    rateLimits,
    tries: openTries({ log, pool, lockPool }),
    metrics,
    checkResponses: !config.isProduction,
    close: async () => {
      pages.close()
      await stores.close()
      await prices.close()
      await durability.close()
      await log.close()
      await lockPool.end()
      await healthPool.end()
      await backgroundPool.end()
      await pool.end()
    },
  }
}

/**
 * Runs before anything is sealed, and before anything else is opened that would have to be closed.
 */
async function sealingWith(config: Config, pool: pg.Pool): Promise<void> {
  try {
    await registerMasterKey(pool, config.masterKeys)
  } catch (error) {
    await pool.end()
    throw error
  }
}

type PriceNeeds = Pick<Services, 'pool' | 'backgroundPool' | 'history' | 'clock' | 'logger'>

async function openPrices(
  config: Config,
  { pool, backgroundPool, history, clock, logger }: PriceNeeds,
  { priceSource, tickPauseMs }: ServiceOverrides,
): Promise<PriceService> {
  const faults = repeatedFaults(logger)
  const report = (error: unknown) => faults.warn('prices', { err: error }, 'prices')
  const source = priceSource ?? (await choosePriceSource(config.prices, { pool, clock, report }))
  return createPriceService({
    pool,
    feedPool: backgroundPool,
    history,
    clock,
    source,
    pauseMs: tickPauseMs,
    report,
    onFault: (fault, reading) =>
      faults.warn(`reading ${fault}`, { fault, reading }, 'price reading not used'),
  })
}
