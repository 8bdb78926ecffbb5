import { listPrices, type Price } from '#shared/contract/prices.ts'
import { queryClient, queryKeyOf } from './queries.ts'

/** At most four times a second: the eye sees no more, and each write redraws the price lists. */
const FLUSH_EVERY_MS = 250

const waiting = new Map<string, Price>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Takes prices as they arrive and writes them into the cached price list together. */
export function takePrices(prices: readonly Price[]): void {
  for (const price of prices) waiting.set(price.symbol, price)
  if (timer === undefined) timer = setTimeout(flush, FLUSH_EVERY_MS)
}

function flush(): void {
  timer = undefined
  const arrived = new Map(waiting)
  waiting.clear()
  queryClient.setQueryData<readonly Price[]>(queryKeyOf(listPrices, {}), (rows) =>
    rows?.map((row) => arrived.get(row.symbol) ?? row),
  )
}
