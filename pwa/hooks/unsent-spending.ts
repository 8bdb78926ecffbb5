import { routeKey } from '#pwa/data/api-request.ts'
import type { OutboxView } from '#pwa/stores/outbox.ts'
import type { BodyInputOf, RouteDefinition } from '#shared/contract/route.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { reserveOf } from '#shared/rules/spot-orders.ts'
import { STAKED_SYMBOL } from '#shared/rules/staking.ts'

interface Spending {
  readonly symbol: string
  readonly units: Units
}

/** What submissions that may wait on the device will take from a balance, by their route. */
const READERS = new Map<string, (body: never) => Spending | undefined>([
  reading(openStake, ({ amount }) => ({
    symbol: STAKED_SYMBOL,
    units: parseUnits(`${amount}`),
  })),
  reading(submitWithdrawal, ({ symbol, amount }) => ({ symbol, units: parseUnits(`${amount}`) })),
  reading(placeTrade, ({ symbol, side, amount, price }) =>
    // Only limit orders wait, and they have both.
    amount && price ? reserveOf({ symbol, side, amount: `${amount}` }, `${price}`) : undefined,
  ),
])

function reading<R extends RouteDefinition>(
  route: R,
  read: (body: BodyInputOf<R>) => Spending | undefined,
): [string, (body: never) => Spending | undefined] {
  return [routeKey(route), read]
}

/**
 * What is left of an available balance once the submissions that wait on the device are sent,
 * because the server does not know of them yet. Never below zero.
 *
 * @param isOnline whether a submission that has not failed is being sent right now, not waiting
 */
export function leftAfterUnsent(
  { symbol, available }: { readonly symbol: string; readonly available: Decimal },
  entries: readonly Pick<OutboxView, 'kind' | 'body' | 'state' | 'failure'>[],
  isOnline: boolean,
): Decimal {
  const waiting = entries.filter(
    // The server may already have counted what left the device.
    ({ state, failure }) => state === 'waiting' && (!isOnline || failure !== undefined),
  )
  const spent = waiting
    .map(({ kind, body }) => READERS.get(kind)?.(body as never))
    .reduce((sum, one) => (one?.symbol === symbol ? sum + one.units : sum), 0n)
  const left = parseUnits(available) - spent
  return formatUnits(left > 0n ? left : 0n)
}
