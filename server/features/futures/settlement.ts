import type { RecordedTick } from '#server/events/event-definition.ts'
import { type CommandResult, handleCommand } from '#server/events/handle-command.ts'
import { requestHash } from '#server/events/idempotency.ts'
import type { Services } from '#server/services.ts'
import { pricedAssetOf } from '#shared/rules/futures.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import { type FuturesState, futures, type SettlementFacts, settleFutures } from './decider.ts'

export type SettlementNeeds = Pick<Services, 'log' | 'clock' | 'prices'>

/**
 * Settles one trade if it is due. The key names the trade, so it happens once however many ask at
 * the same time, and everybody gets the same answer; it is the platform that settles, whoever asks.
 */
export function settleTrade(
  { log, clock, prices }: SettlementNeeds,
  id: string,
  { userNo }: FuturesState,
): Promise<CommandResult<FuturesState>> {
  const at = instantOf(clock.now())
  return handleCommand(log, {
    aggregate: futures,
    id,
    owner: BigInt(userNo),
    key: null,
    systemKey: `settle ${id}`,
    requestHash: requestHash({ settle: id }),
    metadata: { actor: { kind: 'system' }, at, correlation: id },
    decideWith: async (current) => settleFutures(current, await factsOf(prices, current, at)),
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
  return { at, recordsPrices, before: recorded(before), after: recorded(after) }
}

export function recorded(tick: RecordedTick | undefined): RecordedTick | null {
  if (!tick) return null
  const { id, source, price, at } = tick
  return { id, source, price, at }
}
