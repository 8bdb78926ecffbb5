import { until } from '#tests/support/wait.ts'
import type { TestApp } from './app.ts'

/** Sets the market price of bitcoin and waits until it is recorded. */
export async function bitcoinBecomes({ market, services }: TestApp, price: string): Promise<void> {
  market.set('BTC', price)
  const isCurrent = () => services.prices.current('BTC')?.price === price
  await until(isCurrent)
}
