import type { CatalogEvent } from '#server/events/catalog.ts'
import { assetOfAccount, isFrozen } from '#server/ledger/chart.ts'
import { formatUnits, parseUnits } from '#shared/money.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import { MONEY_FEATURES } from './features.ts'
import type { FoldedLog } from './folded-log.ts'

type Told = FoldedLog['events'][number]

/** Daily figures by day, figure and asset: "2026-01-01 deposit BTC". */
export function plainFigures(events: readonly Told[]) {
  const figures = new Map<string, { count: number; amount: bigint }>()
  for (const told of events) {
    const happened = figureOf(told as unknown as CatalogEvent)
    if (!happened) continue
    const name = `${told.metadata.at.slice(0, 10)} ${happened.figure} ${happened.symbol}`
    const { count, amount } = figures.get(name) ?? { count: 0, amount: 0n }
    figures.set(name, { count: count + 1, amount: amount + happened.amount })
  }
  return figures
}

/** Open liabilities after the last event, by part and asset: "payout USDT". */
export function plainLiabilities(events: readonly Told[]) {
  const owed = new Map<string, bigint>()
  const changes = events.flatMap((told) => [
    ...told.transfers.flatMap(({ debit, credit, amount }) => [
      ...ownedBy(debit, -amount),
      ...ownedBy(credit, amount),
    ]),
    ...promisesOf(told, events),
  ])
  for (const [part, symbol, change] of changes) {
    const name = `${part} ${symbol}`
    owed.set(name, (owed.get(name) ?? 0n) + change)
  }
  return owed
}

/** Review times in seconds by kind and day: "loan 2026-01-01". */
export function plainWaits(events: readonly Told[]) {
  const waits = new Map<string, number[]>()
  for (const told of events) {
    const review = REVIEWS.get(told.type)
    if (!review) continue
    const [kind, submission] = review
    const asked = events.find(({ stream, type }) => stream === told.stream && type === submission)
    const name = `${kind} ${told.metadata.at.slice(0, 10)}`
    waits.set(name, [...(waits.get(name) ?? []), secondsBetween(asked as Told, told)])
  }
  return waits
}

function ownedBy(account: bigint, change: bigint): [string, string, bigint][] {
  if (account < 0n) return []
  return [[isFrozen(account) ? 'frozen' : 'available', assetOfAccount(account), change]]
}

function figureOf({ type, data }: CatalogEvent) {
  const usdt = (amount: string) => ({ symbol: 'USDT', amount: parseUnits(amount) })
  switch (type) {
    case 'DepositApproved':
      return { figure: 'deposit', symbol: data.symbol, amount: parseUnits(data.amount) }
    case 'SpotOrderExecuted': {
      const { spent, received } = data
      return { figure: 'spot', ...usdt([spent, received].find(isUsdt)?.amount ?? 'none') }
    }
    case 'FuturesOpened':
    case 'FuturesEntered':
      return { figure: 'futures', ...usdt(data.stake.amount) }
    case 'ConversionExecuted': {
      const value = (parseUnits(data.given.amount) * parseUnits(data.fromTick.price)) / 10n ** 8n
      return { figure: 'conversion', ...usdt(formatUnits(value)) }
    }
    default:
      return undefined
  }
}

function isUsdt({ symbol }: { symbol: string }): boolean {
  return symbol === 'USDT'
}

function promisesOf(told: Told, events: readonly Told[]): [string, string, bigint][] {
  const first = events.find(({ stream }) => stream === told.stream) as unknown as CatalogEvent
  const event = told as unknown as CatalogEvent
  switch (event.type) {
    case 'StakeOpened':
    case 'StakeMatured': {
      const { symbol, amount } = event.data.interest
      const sign = event.type === 'StakeOpened' ? 1n : -1n
      return [['interest', symbol, sign * parseUnits(amount)]]
    }
    case 'FuturesRequested':
    case 'FuturesSettled':
    case 'FuturesVoided': {
      if (first.type !== 'FuturesRequested') throw new Error('a trade starts with its request')
      const { stake, profitRatio } = first.data
      const most = (parseUnits(stake.amount) * BigInt(profitRatio)) / 100n
      return [['payout', stake.symbol, event.type === 'FuturesRequested' ? most : -most]]
    }
    case 'LoanApproved':
    case 'LoanRepaid': {
      const { symbol, amount } = event.data.principal
      const sign = event.type === 'LoanApproved' ? 1n : -1n
      return [['loan', symbol, sign * parseUnits(amount)]]
    }
    default:
      return []
  }
}

const REVIEWS = new Map(
  Object.values(MONEY_FEATURES).flatMap(({ aggregate: { kind }, decides = {} }) =>
    Object.entries(decides).map(
      ([decision, submission]) => [decision, [kind, submission]] as const,
    ),
  ),
)

/** Rounded to 35 values per power of ten. */
function secondsBetween(asked: Told, decided: Told): number {
  const ms = epochMsOf(decided.metadata.at) - epochMsOf(asked.metadata.at)
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  const magnitude = 10 ** (String(seconds).length - 1)
  const tenths = [2, 5, 10].findIndex((most) => seconds < most * magnitude)
  const step = Math.max(1, (magnitude * ([1, 2, 5][tenths] ?? 1)) / 10)
  return Math.round(seconds / step) * step
}

/** Nearest-rank percentile. */
export function percentile(times: readonly number[], percent: number): number | undefined {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1]
}
