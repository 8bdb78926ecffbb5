import type { Decision } from '#server/events/decider.ts'
import { type RecordedTick, recordedTick } from '#server/events/event-definition.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { Refusal } from '#shared/refusal.ts'
import { pricedAssetOf } from '#shared/rules/futures.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import { type SettlementFacts, settleFutures } from './decide-settlement.ts'
import { type FuturesState, futures } from './decider.ts'
import { type EntryFacts, enterFutures } from './entry-decider.ts'
import type { FuturesEvent } from './events.ts'

export type SettlementNeeds = Pick<Services, 'log' | 'clock' | 'prices'>

/**
 * Enters one accepted trade if its tick was recorded, or returns its stake if that will not happen.
 * The key identifies the trade, so this happens once, no matter how many ask.
 */
export function enterTrade(
  { log, clock, prices }: SettlementNeeds,
  id: string,
  { userNo }: FuturesState,
): Promise<Listed<FuturesState> | Refusal> {
  return decideOnce({ log, clock }, 'enter', { id, userNo }, async (current, at) =>
    enterFutures(current, await entryFactsOf(prices, current, at)),
  )
}

async function entryFactsOf(
  prices: Services['prices'],
  { status, symbol, request }: FuturesState,
  at: Instant,
): Promise<EntryFacts> {
  const recordsPrices = prices.isRecording()
  if (status !== 'opening' || !request) return { at, recordsPrices, next: null }
  const { last, requestedAt } = request
  const next = await prices.tickAfter(pricedAssetOf(symbol), last, requestedAt)
  return { at, recordsPrices, next: next ? recordedTick(next) : null }
}

/**
 * Settles a trade if it is due. The key names the trade, so it happens once, however many callers
 * ask at the same time, and all get the same response. The actor is always the system.
 */
export function settleTrade(
  { log, clock, prices }: SettlementNeeds,
  id: string,
  { userNo }: FuturesState,
): Promise<Listed<FuturesState> | Refusal> {
  return decideOnce({ log, clock }, 'settle', { id, userNo }, async (current, at) =>
    settleFutures(current, await factsOf(prices, current, at)),
  )
}

/** Runs a system decision about one trade; the key names the action and the trade. */
function decideOnce(
  { log, clock }: Pick<SettlementNeeds, 'log' | 'clock'>,
  act: 'enter' | 'settle',
  { id, userNo }: { readonly id: string; readonly userNo: string },
  decide: (current: FuturesState, at: Instant) => Promise<Decision<FuturesEvent>>,
): Promise<Listed<FuturesState> | Refusal> {
  const at = instantOf(clock.now())
  return handleCommand(log, {
    ...systemCause(`${act} ${id}`, { [act]: id }, at, id),
    aggregate: futures,
    id,
    owner: BigInt(userNo),
    decideWith: (current) => decide(current, at),
  })
}

async function factsOf(
  prices: Services['prices'],
  { status, symbol, entry, endsAt }: FuturesState,
  at: Instant,
): Promise<SettlementFacts> {
  const recordsPrices = prices.isRecording()
  if (status !== 'active' || entry === null || at < endsAt) {
    return { at, recordsPrices, before: null, after: null }
  }
  const { before, after } = await prices.ticksAround(pricedAssetOf(symbol), endsAt, entry.source)
  const recorded = (tick: RecordedTick | undefined) => (tick ? recordedTick(tick) : null)
  return { at, recordsPrices, before: recorded(before), after: recorded(after) }
}
