import { vi } from 'vitest'
import {
  completeFutures,
  type FuturesTrade,
  listFutures,
  submitFutures,
} from '#shared/contract/futures.ts'
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
  return by.client.send(submitFutures, {
    body: { symbol: 'BTC/USDT', amount: '100', duration: 60, side: 'long', ...body },
    ...(key ? { key } : {}),
  })
}

export async function open(by: Person, body: Body = {}): Promise<FuturesTrade> {
  const { status, body: answer, text } = await submit(by, body)
  if (status !== 200) throw new Error(text)
  return answer.trade
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

/** Waits for the server to close a trade, which takes about a second. */
export async function closed(
  by: Person,
  { id }: Pick<FuturesTrade, 'id'>,
  withinMs = 3_000,
): Promise<FuturesTrade> {
  return await vi.waitUntil(
    async () => (await tradesOf(by, { state: 'closed' })).find((trade) => trade.id === id),
    { timeout: withinMs, interval: 25 },
  )
}
