import {
  completeFutures,
  type FuturesTrade,
  getFuturesTerms,
  listFutures,
  submitFutures,
} from '#shared/contract/futures.ts'
import { until } from '#tests/support/wait.ts'
import type { TestApp } from './app.ts'
import type { Request } from './client.ts'
import { fund, newUser, type Person } from './traders.ts'

type Body = Partial<NonNullable<Request<typeof submitFutures>['body']>>

/** A user with USDT. */
export async function newFuturesTrader(testApp: TestApp, usdt = '1000'): Promise<Person> {
  const person = await newUser(testApp)
  await fund(testApp, person, 'USDT', usdt)
  return person
}

/** By default a long trade on BTC for a minute with 100 USDT. */
export function submit(by: Person, body: Body = {}, key?: string) {
  return by.client.insist(submitFutures, {
    body: { symbol: 'BTC/USDT', amount: '100', duration: 60, side: 'long', ...body },
    ...(key ? { key } : {}),
  })
}

/** A market that repeats its price when a test asks it to. */
interface Market {
  repeat(): void | Promise<void>
}

/** Records the price of BTC until futures are offered, which takes two ticks. */
export async function untilOffered(by: Person, market: Market): Promise<void> {
  await until(async () => {
    await market.repeat()
    const terms = await by.client.call(getFuturesTerms, { query: {} })
    return terms.is_offered
  })
}

/** Requests a trade. It is opening, and enters at the next price of the market. */
export async function request(by: Person, market: Market, body: Body = {}): Promise<FuturesTrade> {
  await untilOffered(by, market)
  const { status, body: response, text } = await submit(by, body)
  if (status !== 200) throw new Error(text)
  return response.trade
}

/** A trade that has entered, at the market's price. */
export async function open(by: Person, market: Market, body: Body = {}): Promise<EnteredTrade> {
  return entered(by, market, await request(by, market, body))
}

export type EnteredTrade = FuturesTrade & {
  readonly [Field in 'entry_price' | 'opened_at' | 'expires_at' | 'entry_tick']: NonNullable<
    FuturesTrade[Field]
  >
}

/** Records the market's price until a trade has entered. */
export async function entered(
  by: Person,
  market: Market,
  { id }: Pick<FuturesTrade, 'id'>,
): Promise<EnteredTrade> {
  return await until(async () => {
    await market.repeat()
    const trade = (await tradesOf(by)).find((one) => one.id === id)
    return trade?.entry_tick ? (trade as EnteredTrade) : undefined
  })
}

export function complete(by: Person, { id }: Pick<FuturesTrade, 'id'>) {
  return by.client.send(completeFutures, { body: { tradeId: id } })
}

export async function tradesOf(
  by: Person,
  query: Readonly<Record<string, string | number>> = {},
): Promise<FuturesTrade[]> {
  return await by.client.call(listFutures, { query })
}

/**
 * Waits for the server to close a trade, which takes about a second. The result has an entry if the
 * given trade had one.
 */
export async function closed<Trade extends Pick<FuturesTrade, 'id'>>(
  by: Person,
  { id }: Trade,
): Promise<Trade extends EnteredTrade ? EnteredTrade : FuturesTrade> {
  const found = await until(async () =>
    (await tradesOf(by, { state: 'closed' })).find((trade) => trade.id === id),
  )
  return found as Trade extends EnteredTrade ? EnteredTrade : FuturesTrade
}
