import type { App, MountContext } from '#server/platform/mount.ts'
import { mount } from '#server/platform/mount.ts'
import { getPrice, getPriceStatus, listCandles, listPrices } from '#shared/contract/prices.ts'
import type { PriceService } from './price-service.ts'

/** Public: the landing page shows prices to visitors. Source: docs/product.md, Prices. */
export function registerPricesRoutes(
  app: App,
  services: MountContext & { readonly prices: PriceService },
): void {
  const { prices } = services
  mount(app, services, listPrices, () => prices.list())
  mount(app, services, getPrice, ({ params }) => prices.price(params.symbol))
  mount(app, services, listCandles, ({ params, query }) =>
    prices.candles(params.symbol, query.interval, query.limit),
  )
  mount(app, services, getPriceStatus, () => prices.status())
}
