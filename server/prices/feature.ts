import { defineFeature } from '#server/feature.ts'
import type { GaugeDefinition } from '#server/platform/metrics.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { getPrice, getPriceStatus, listCandles, listPrices } from '#shared/contract/prices.ts'
import { SECOND_MS } from '#shared/time.ts'
import { keptTicks } from './tick-retention.ts'

export const priceFeature = defineFeature({
  name: 'prices',
  routes: registerPricesRoutes,
  followers: ({ catalog }) => [keptTicks(catalog)],
  gauges: ({ prices }) => [priceAge(prices)],
})

function priceAge(prices: Services['prices']): GaugeDefinition {
  return {
    name: 'price_age_seconds',
    help: 'Age of the newest price',
    read: () => {
      const { ageMs } = prices.status()
      return ageMs === null ? Number.NaN : ageMs / SECOND_MS
    },
  }
}

/** Public: the landing page shows prices to visitors. Source: docs/product.md, Prices. */
function registerPricesRoutes(app: App, services: Services): void {
  const { prices } = services
  mount(app, services, listPrices, () => prices.list())
  mount(app, services, getPrice, ({ params }) => prices.price(params.symbol))
  mount(app, services, listCandles, ({ params, query }) =>
    prices.candles(params.symbol, query.interval, query.limit),
  )
  mount(app, services, getPriceStatus, () => prices.status())
}
