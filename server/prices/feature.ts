import { defineFeature } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import { getPrice, getPriceStatus, listCandles, listPrices } from '#shared/contract/prices.ts'
import { keptTicks } from './tick-retention.ts'

export const priceFeature = defineFeature({
  name: 'prices',
  routes: registerPricesRoutes,
  followers: ({ catalog }) => [keptTicks(catalog)],
})

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
