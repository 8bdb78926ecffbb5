import { setTimeout as sleep } from 'node:timers/promises'
import { readLatestTicks } from '#server/prices/tick-log.ts'
import type { Services } from '#server/services.ts'
import type { StandingPrices } from './standing-prices.ts'

interface World {
  readonly services: Pick<Services, 'pool'>
  readonly market: StandingPrices
}

const LOOK_MS = 25

/** Silences the market and waits until its last reading is stored: storing dates it by the clock. */
export async function silence({ services, market }: World): Promise<void> {
  const spokenAtMs = market.fallSilent()
  for (;;) {
    const [newest] = await readLatestTicks(services.pool, ['BTC'])
    if (newest === undefined || newest.observedMs >= spokenAtMs) return
    await sleep(LOOK_MS)
  }
}
