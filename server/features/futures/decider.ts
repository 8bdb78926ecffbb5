import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { DataOf, Money, RecordedTick } from '#server/events/event-definition.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  FUTURES_CURRENCY,
  type FuturesCommand,
  type FuturesPair,
  type FuturesSide,
  futuresTermFor,
  outcomeOf,
  refusalOf,
  SETTLEMENT_WINDOW_MS,
  settlementTickOf,
  type VOID_REASONS,
} from '#shared/rules/futures.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { type FuturesEvent, futuresEvents } from './events.ts'

/** How far the clock that stamps ticks may run ahead of the one that opens trades. */
export const ENTRY_AHEAD_MS_MAX = 10 * SECOND_MS

/**
 * Without a price a trade is void this long after its end: a tick that was stamped within the window
 * may reach the disk a little later and still counts.
 */
export const VOID_AFTER_MS = SETTLEMENT_WINDOW_MS + 5 * SECOND_MS

/** A futures trade as its owner and staff see it. */
export interface FuturesState extends Omit<DataOf<typeof futuresEvents, 'FuturesOpened'>, 'entry'> {
  readonly status: 'none' | 'active' | 'completed' | 'voided'
  readonly entry: RecordedTick | null
  readonly result: 'win' | 'loss' | 'tie' | 'void' | null
  readonly before: RecordedTick | null
  /** The tick that decided; null for a void trade. */
  readonly settlement: RecordedTick | null
  /** For a void trade the first tick after its window. */
  readonly after: RecordedTick | null
  readonly voidReason: keyof typeof VOID_REASONS | null
  readonly finalAmount: Decimal | null
  readonly profitLoss: Decimal | null
  readonly settledAt: Instant | null
  readonly hiddenForUser: boolean
}

const initial: FuturesState = {
  status: 'none',
  userId: '',
  userNo: '',
  symbol: 'BTC/USDT',
  side: 'long',
  stake: { symbol: FUTURES_CURRENCY, amount: '0' },
  durationSeconds: 0,
  profitRatio: 0,
  entry: null,
  openedAt: '',
  endsAt: '',
  result: null,
  before: null,
  settlement: null,
  after: null,
  voidReason: null,
  finalAmount: null,
  profitLoss: null,
  settledAt: null,
  hiddenForUser: false,
}

/** One stream per trade: none → active → completed or voided. */
export const futures: Aggregate<FuturesState, FuturesEvent> = {
  kind: 'futures',
  events: futuresEvents,
  initial,
  evolve,
  summarise: ({ status }) => ({ status, waiting: false }),
  holds: ({ status, stake, endsAt }) => (status === 'active' ? [{ ...stake, until: endsAt }] : []),
}

function evolve(state: FuturesState, event: FuturesEvent): FuturesState {
  switch (event.type) {
    case 'FuturesOpened':
      return { ...state, ...event.data, status: 'active' }
    case 'FuturesSettled': {
      const { result, before, settlement, settledAt } = event.data
      const [returned, won, lost] = [event.data.returned, event.data.won, event.data.lost].map(
        ({ amount }) => parseUnits(amount),
      ) as [Units, Units, Units]
      return {
        ...state,
        status: 'completed',
        result,
        before,
        settlement,
        finalAmount: formatUnits(returned + won),
        profitLoss: formatUnits(won - lost),
        settledAt,
      }
    }
    case 'FuturesVoided': {
      const { before, after, reason, returned, voidedAt } = event.data
      return {
        ...state,
        status: 'voided',
        result: 'void',
        before,
        after,
        voidReason: reason,
        finalAmount: returned.amount,
        profitLoss: '0',
        settledAt: voidedAt,
      }
    }
    case 'FuturesHidden':
      return { ...state, hiddenForUser: true }
  }
}

export interface OpenFutures extends FuturesCommand {
  readonly userId: string
  readonly userNo: string
  readonly symbol: FuturesPair
  readonly side: FuturesSide
}

export interface OpeningFacts {
  readonly at: Instant
  readonly available: Units
  /** The live price of the pair; undefined where it is stale. */
  readonly current: RecordedTick | undefined
}

/**
 * A trade freezes its stake at the current recorded price, for a fixed time.
 *
 * The time counts from the later of the server's clock and the entry tick, so that the tick that
 * decides is always recorded after the one that began, even if several servers' clocks differ;
 * a price from further ahead is none.
 *
 * State    none → active
 * Units    amount: 1e-8 USDT; duration: seconds; ratio: whole percent
 * Refuses  futures.duration_unknown, terms.changed, futures.stake_below_minimum, price.stale,
 *          futures.balance_insufficient: first match wins
 * Source   docs/product.md, Futures
 */
export function openFutures(command: OpenFutures, facts: OpeningFacts): Decision<FuturesEvent> {
  const { userId, userNo, symbol, side, durationSeconds } = command
  const { current, available } = facts
  const entry = current && !isAhead(current, facts.at) ? current : undefined
  const refused = refusalOf(command, { available, hasPrice: entry !== undefined })
  const term = futuresTermFor(durationSeconds)
  if (refused || !entry || !term) return refused ?? refuse('price.stale')
  const { profitRatio } = term
  const startMs = Math.max(epochMsOf(entry.at), epochMsOf(facts.at))
  return {
    type: 'FuturesOpened',
    data: {
      userId,
      userNo,
      symbol,
      side,
      stake: { symbol: FUTURES_CURRENCY, amount: formatUnits(parseUnits(command.amount)) },
      durationSeconds,
      profitRatio,
      entry,
      openedAt: instantOf(startMs),
      endsAt: instantOf(startMs + durationSeconds * SECOND_MS),
    },
  }
}

function isAhead(entry: RecordedTick, at: Instant): boolean {
  return epochMsOf(entry.at) - epochMsOf(at) > ENTRY_AHEAD_MS_MAX
}

export interface SettlementFacts {
  readonly at: Instant
  /** Of the source that the entry came from, in recorded order: the last tick before the end. */
  readonly before: RecordedTick | null
  /** And the one that follows it, however late; null where none was recorded yet. */
  readonly after: RecordedTick | null
  /** This process stamps the ticks: its clock alone may say that none will come any more. */
  readonly recordsPrices: boolean
}

/**
 * At its end a trade is settled by the first tick recorded at or after that moment, or is void where
 * that tick is not within the window.
 *
 * Ticks count in the order in which they were recorded, as known at the decision: one
 * that appears later changes nothing, and both neighbours of the end are in the event, so that
 * anyone can check the result later.
 *
 * State    active → completed, active → voided
 * Units    1e-8 USDT; what may be won or lost is rounded down
 * Refuses  item.unknown, futures.settled, futures.running, futures.awaiting_price: first match wins
 * Source   docs/product.md, Futures
 */
export function settleFutures(state: FuturesState, facts: SettlementFacts): Decision<FuturesEvent> {
  const stopped = settlementRefusal(state, facts)
  if (stopped) return stopped
  const { entry, stake, side, profitRatio, endsAt } = state
  const { before, after, at } = facts
  const settlement = after && settlementTickOf([after], endsAt)
  if (entry && settlement) {
    const { result, profitLoss } = outcomeOf(
      { side, entryPrice: parseUnits(entry.price), stake: parseUnits(stake.amount), profitRatio },
      parseUnits(settlement.price),
    )
    const [won, lost] = profitLoss > 0n ? [profitLoss, 0n] : [0n, -profitLoss]
    return {
      type: 'FuturesSettled',
      data: {
        result,
        before,
        settlement,
        returned: usdt(parseUnits(stake.amount) - lost),
        lost: usdt(lost),
        won: usdt(won),
        settledAt: at,
      },
    }
  }
  if (!after && !isTooLateForPrices(facts, endsAt)) return refuse('futures.awaiting_price')
  return {
    type: 'FuturesVoided',
    data: { reason: 'no_price', before, after, returned: stake, voidedAt: at },
  }
}

function settlementRefusal(
  { status, endsAt }: FuturesState,
  { at }: SettlementFacts,
): Refusal | undefined {
  if (status === 'none') return refuse('item.unknown')
  if (status !== 'active') return refuse('futures.settled')
  if (epochMsOf(at) < epochMsOf(endsAt)) return refuse('futures.running', { endsAt })
  return undefined
}

function isTooLateForPrices({ at, recordsPrices }: SettlementFacts, endsAt: Instant): boolean {
  return recordsPrices && epochMsOf(at) - epochMsOf(endsAt) >= VOID_AFTER_MS
}

function usdt(amount: Units): Money {
  return { symbol: FUTURES_CURRENCY, amount: formatUnits(amount) }
}

/**
 * Staff take a closed trade off its owner's list; the trade itself stays as it is.
 *
 * State    completed, voided: unchanged but for the flag
 * Refuses  item.unknown, futures.running, futures.hidden: first match wins
 * Source   docs/product.md, Futures
 */
export function hideFutures(
  { status, endsAt, hiddenForUser }: FuturesState,
  facts: { readonly hiddenBy: string; readonly at: Instant },
): Decision<FuturesEvent> {
  if (status === 'none') return refuse('item.unknown')
  if (status === 'active') return refuse('futures.running', { endsAt })
  if (hiddenForUser) return refuse('futures.hidden')
  return { type: 'FuturesHidden', data: { hiddenBy: facts.hiddenBy, hiddenAt: facts.at } }
}
