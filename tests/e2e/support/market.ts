import { getPrice } from '#shared/contract/prices.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import type { Api } from './api.ts'

/** A buy limit that the market has reached, and still reaches while it moves by less than 1 %. */
export async function reachedLimit(api: Api): Promise<string> {
  const { price } = await api.call(getPrice, { params: { symbol: 'BTC' } })
  if (price === null) throw new Error('the market has no price')
  const cent = parseUnits('0.01')
  const above = (parseUnits(price) * 101n) / 100n
  return formatUnits(above - (above % cent))
}
