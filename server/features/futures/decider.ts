import type { Aggregate, Decision, PriceGap, PriceProof } from '#server/events/decider.ts'
import type { DataOf, RecordedTick } from '#server/events/event-definition.ts'
import { type Decimal, formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { refuse } from '#shared/refusal.ts'
import {
  FUTURES_CURRENCY,
  outcomeOf,
  pricedAssetOf,
  type VOID_REASONS,
} from '#shared/rules/futures.ts'
import {
  entryTickOf,
  isFarFromSeen,
  TICK_RULES_UNRECORDED,
  type TickRules,
} from '#shared/rules/futures-ticks.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { type FuturesEvent, futuresEvents } from './events.ts'

type Requested = DataOf<typeof futuresEvents, 'FuturesRequested'>

/** A futures trade as shown to its owner and staff. */
export interface FuturesState extends Omit<DataOf<typeof futuresEvents, 'FuturesOpened'>, 'entry'> {
  readonly status: 'none' | 'opening' | 'active' | 'completed' | 'voided'
  readonly entry: RecordedTick | null
  /** While it is opening, the time of the request: from then on each tick may make it due. */
  readonly endsAt: Instant
  /** Missing in trades from before they were entered at the next tick. */
  readonly request?: Pick<Requested, 'requestedAt' | 'seenPrice' | 'last'>
  /** How much of each limit it uses while it is open. */
  readonly claims?: Requested['claims']
  /** Absent if the request did not record them. */
  readonly rules?: TickRules | undefined
  readonly result: 'win' | 'loss' | 'tie' | 'void' | null
  readonly before: RecordedTick | null
  /** The tick that decided the result; null for a void trade. */
  readonly settlement: RecordedTick | null
  /** For a void trade, the first tick after its window. */
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

/** The rules that recorded prices must meet for this trade, from its request. */
export function rulesOf({ rules = TICK_RULES_UNRECORDED }: Pick<FuturesState, 'rules'>): TickRules {
  return rules
}

const isOpen = ({ status }: FuturesState) => status === 'opening' || status === 'active'

/** One stream per trade: none → opening → active → completed or voided, or opening → voided. */
export const futures: Aggregate<FuturesState, FuturesEvent> = {
  kind: 'futures',
  events: futuresEvents,
  initial,
  evolve,
  summarise: (state) => ({ status: isOpen(state) ? 'active' : state.status, waiting: false }),
  holds: (state) => (isOpen(state) ? [{ ...state.stake, until: state.endsAt }] : []),
  claims: (state) => (isOpen(state) ? (state.claims ?? []) : []),
  restsOn,
  faultOf,
}

/**
 * The entry follows the last tick before the request, and the settlement is the first tick at the
 * end. For a void trade, there was no such tick in time.
 */
function restsOn(state: FuturesState): (PriceProof | PriceGap)[] {
  const { entry, request, settlement, endsAt } = state
  const symbol = pricedAssetOf(state.symbol)
  const proofs: (PriceProof | PriceGap)[] = []
  if (request) proofs.push({ symbol, tick: request.last })
  if (entry && request) {
    const { last: firstAfter, requestedAt: notBefore } = request
    proofs.push({ symbol, tick: entry, firstAfter, notBefore })
  }
  if (settlement && request) proofs.push({ symbol, tick: settlement, notBefore: endsAt })
  const missed = missedBy(state)
  if (missed && request) {
    const { from, windowMs } = missed
    const { source } = entry ?? request.last
    const first = entry ? {} : { firstAfter: request.last }
    const to = instantOf(epochMsOf(from) + windowMs)
    const gap = { symbol, source, from, to, ...first }
    proofs.push(state.after ? { symbol, tick: state.after, notBefore: from, ...first } : gap)
  }
  return proofs
}

/** The moment from which a void trade waited for a price, and how long it could wait. */
function missedBy(state: FuturesState) {
  const { voidReason, request, endsAt } = state
  if (!voidReason || !request) return undefined
  const { entryWindowMs, settlementWindowMs } = rulesOf(state)
  return voidReason === 'no_price'
    ? { from: endsAt, windowMs: settlementWindowMs }
    : { from: request.requestedAt, windowMs: entryWindowMs }
}

/** A void trade had no price in time, or one too far from what the user saw. */
function faultOfVoid(state: FuturesState): string | undefined {
  const { after, request, settledAt, finalAmount, stake, voidReason } = state
  const missed = missedBy(state)
  if (!missed || !request || !settledAt) return undefined
  if (finalAmount !== stake.amount) return 'it did not return its stake'
  const until = epochMsOf(missed.from) + missed.windowMs
  if (!after) return epochMsOf(settledAt) > until ? undefined : 'it did not wait for a price'
  const isInTime = epochMsOf(after.at) <= until
  if (voidReason !== 'entry_moved') return isInTime ? 'a price was recorded in time' : undefined
  const isFar = isFarFromSeen(
    parseUnits(after.price),
    parseUnits(request.seenPrice),
    rulesOf(state),
  )
  return isInTime && isFar ? undefined : 'it could be entered'
}

/** Recomputes the entry, the end and the result from the prices in the events. */
function faultOf(state: FuturesState): string | undefined {
  const { request, entry, settlement, endsAt, durationSeconds, openedAt } = state
  if (request && entry) {
    const rules = rulesOf(state)
    const isFar = isFarFromSeen(parseUnits(entry.price), parseUnits(request.seenPrice), rules)
    if (isFar || !entryTickOf([entry], request.requestedAt, rules)) return 'it could not be entered'
    if (openedAt !== entry.at) return 'it does not begin with its entry'
    const endsMs = epochMsOf(entry.at) + durationSeconds * SECOND_MS
    if (epochMsOf(endsAt) !== endsMs) return 'it does not end when its time is over'
  }
  if (!entry || !settlement) return faultOfVoid(state)
  const { finalAmount, profitLoss } = outcomeAt(state, entry, settlement)
  const isPaid =
    state.finalAmount === formatUnits(finalAmount) && state.profitLoss === formatUnits(profitLoss)
  return isPaid ? undefined : 'its result does not follow from its prices'
}

export function outcomeAt(
  { side, stake, profitRatio }: FuturesState,
  entry: RecordedTick,
  settlement: RecordedTick,
) {
  return outcomeOf(
    { side, entryPrice: parseUnits(entry.price), stake: parseUnits(stake.amount), profitRatio },
    parseUnits(settlement.price),
  )
}

function evolve(state: FuturesState, event: FuturesEvent): FuturesState {
  switch (event.type) {
    case 'FuturesRequested': {
      const { requestedAt, seenPrice, last, ...terms } = event.data
      const request = { requestedAt, seenPrice, last }
      return { ...state, ...terms, request, status: 'opening', endsAt: requestedAt }
    }
    case 'FuturesEntered':
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

/**
 * Staff hide a closed trade from its owner's list; the trade itself does not change.
 *
 * State    completed, voided: unchanged but for the flag
 * Refuses  item.unknown, futures.opening, futures.running, futures.hidden: first match wins
 * Source   docs/product.md, Futures
 */
export function hideFutures(
  { status, endsAt, hiddenForUser }: FuturesState,
  facts: { readonly hiddenBy: string; readonly at: Instant },
): Decision<FuturesEvent> {
  if (status === 'none') return refuse('item.unknown')
  if (status === 'opening') return refuse('futures.opening')
  if (status === 'active') return refuse('futures.running', { endsAt })
  if (hiddenForUser) return refuse('futures.hidden')
  return { type: 'FuturesHidden', data: { hiddenBy: facts.hiddenBy, hiddenAt: facts.at } }
}
