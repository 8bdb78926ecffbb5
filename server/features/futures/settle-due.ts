import { duePages } from '#server/facts/due-documents.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { tryEachOf } from '#server/platform/try-each.ts'
import type { Services } from '#server/services.ts'
import { isRefusal } from '#shared/refusal.ts'
import { FUTURES_PAIRS, pricedAssetOf } from '#shared/rules/futures.ts'
import { TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { epochMsOf, instantOf, SECOND_MS } from '#shared/time.ts'
import { voidAfterMs } from './decide-settlement.ts'
import { type FuturesState, futures } from './decider.ts'
import { returnAfterMs } from './entry-decider.ts'
import { enterTrade, type SettlementNeeds, settleTrade } from './settlement.ts'

type Needs = SettlementNeeds & Pick<Services, 'pool' | 'logger'>

const ASSETS: readonly string[] = FUTURES_PAIRS.map(pricedAssetOf)

/** How many trades are settled concurrently, so that their appends share a commit. */
const AT_ONCE = 50

/** Every minute, in any process: decides trades that the watch has missed. */
export function futuresSchedule(services: Needs): ScheduledTask {
  return { name: 'futures.settle-due', at: '* * * * *', run: () => settleDueTrades(services) }
}

/**
 * In the process that records prices: checks for trades to enter and to settle at every tick, and
 * every second for trades without one.
 */
export function watchFutures(services: Needs): { stop(): Promise<void> } {
  const { prices, logger } = services
  let looking = Promise.resolve()
  let isLooking = false
  let again = false
  let stopped = false

  async function lookWhileAsked(): Promise<void> {
    isLooking = true
    do {
      again = false
      await settleOnTime(services).catch((error: unknown) => {
        const fault = 'due futures trades were not all settled'
        repeatedFaults(logger).error(fault, { err: error }, fault)
      })
    } while (again && !stopped)
    isLooking = false
  }

  function look(): void {
    if (stopped || !prices.isRecording()) return
    if (isLooking) again = true
    else looking = lookWhileAsked()
  }

  const unsubscribe = prices.onTick(({ symbol }) => {
    if (ASSETS.includes(symbol)) look()
  })
  const timer = setInterval(look, SECOND_MS)
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      unsubscribe()
      await looking
    },
  }
}

/** While the clock of this process is wrong, it would return stakes too early. */
async function settleOnTime(services: Needs): Promise<void> {
  const fault = await services.prices.clockFault()
  if (fault) throw new Error(fault)
  await settleDueTrades(services)
}

/**
 * Enters and settles every trade that can be decided now, the longest overdue first.
 *
 * @throws at the end, if any decision failed
 */
export async function settleDueTrades(services: Needs): Promise<void> {
  // Entries first: a trade that is only entered now may already have ended.
  const notEntered = await decideDue(services, {
    stage: 'opening',
    waitMs: returnAfterMs(TICK_RULES),
    decide: enterTrade,
  })
  const notSettled = await decideDue(services, {
    stage: 'active',
    waitMs: voidAfterMs(TICK_RULES),
    decide: settleTrade,
  })
  const failed = notEntered + notSettled
  if (failed > 0) throw new Error(`${failed} due futures trades were not decided`)
}

interface Stage {
  readonly stage: FuturesState['status']
  /** A new trade is decided without a price this long after the time that it waits for. */
  readonly waitMs: number
  readonly decide: typeof settleTrade
}

/** @returns how many failed */
async function decideDue(services: Needs, { stage, waitMs, decide }: Stage): Promise<number> {
  const due = {
    kind: futures.kind,
    status: 'active',
    stage,
    now: instantOf(decidableUntil(services, waitMs)),
  }
  const fault = 'a due futures trade was not decided'
  const attempts = { logger: services.logger, fault, atOnce: AT_ONCE }
  const trades = duePages<FuturesState>(services.pool, due)
  return tryEachOf(attempts, trades, ({ id, state }) => decideOn(decide, services, id, state))
}

/**
 * For trades that wait for the first price since this time, the price is stored or will never come.
 * Other trades are skipped: while a source is silent, thousands of waiting trades cost nothing.
 */
function decidableUntil({ prices, clock }: Needs, waitMs: number): number {
  const ticks = ASSETS.map((asset) => prices.price(asset).updatedAt)
  const newestMs = Math.max(0, ...ticks.map((at) => (at === null ? 0 : epochMsOf(at))))
  const nowMs = clock.now()
  return Math.max(Math.min(newestMs, nowMs), prices.isRecording() ? nowMs - waitMs : 0)
}

/** A trade without a price is checked again at the next tick. */
async function decideOn(
  decide: typeof settleTrade,
  services: Needs,
  id: string,
  state: FuturesState,
): Promise<void> {
  const result = await decide(services, id, state)
  if (isRefusal(result) && result.refused !== 'futures.awaiting_price') {
    throw new Error(`refused: ${result.refused}`)
  }
}
