import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatDifference } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import {
  type FuturesOutcome,
  outcomeOf,
  SETTLEMENT_WINDOW_MS,
  settlementTickOf,
} from '#shared/rules/futures.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { type CheckStep, type CheckTick, entryStepOf, utc } from './check-entry.ts'

export interface ResultCheck {
  readonly steps: readonly CheckStep[]
  readonly agrees: boolean
}

/**
 * Recomputes a closed trade from the recorded ticks, with the rules that the server obeys.
 *
 * Shape    one step for each thing that decides: entry, end, deciding tick, direction, amount; of a
 *          trade that was not opened, entry and amount
 * Source   docs/product.md, Futures
 */
export function checkResult(
  trade: FuturesTrade,
  ticksAsRecorded: readonly CheckTick[],
): ResultCheck {
  const { entry_price, opened_at, expires_at } = trade
  const steps = [entryStepOf(trade, ticksAsRecorded)]
  if (entry_price === null || opened_at === null || expires_at === null) {
    steps.push(voidStep(trade))
  } else {
    const entered = { ...trade, entry_price, opened_at, expires_at }
    const deciding = settlementTickOf(ticksAsRecorded, expires_at)
    steps.push(endStep(entered), tickStep(entered, deciding))
    steps.push(...(deciding ? outcomeSteps(entered, deciding) : [voidStep(trade)]))
  }
  return { steps, agrees: steps.every(({ agrees }) => agrees) }
}

interface EnteredTrade extends FuturesTrade {
  readonly entry_price: Decimal
  readonly opened_at: Instant
  readonly expires_at: Instant
}

function endStep({ opened_at, duration, expires_at }: EnteredTrade): CheckStep {
  const end = instantOf(epochMsOf(opened_at) + duration * SECOND_MS)
  return {
    title: 'End of the trade',
    lines: [`${utc(opened_at)} + ${duration} s = ${utc(end)}`],
    agrees: epochMsOf(expires_at) === epochMsOf(end),
  }
}

function tickStep(trade: EnteredTrade, deciding: CheckTick | undefined): CheckStep {
  const { expires_at, settlement_tick: settled } = trade
  const seconds = SETTLEMENT_WINDOW_MS / SECOND_MS
  if (!deciding) {
    return {
      title: 'Deciding price',
      lines: [`No price was recorded from ${utc(expires_at)} to ${seconds} s later.`],
      agrees: settled === null,
    }
  }
  const lateMs = epochMsOf(deciding.at) - epochMsOf(expires_at)
  return {
    title: 'Deciding price',
    lines: [
      `First price recorded at or after ${utc(expires_at)}:`,
      `${deciding.price}, recorded ${utc(deciding.at)} (${lateMs} ms later) by ${deciding.source}`,
    ],
    agrees:
      settled !== null &&
      settled.id === deciding.id &&
      settled.price === deciding.price &&
      trade.exit_price === deciding.price,
  }
}

function outcomeSteps(trade: EnteredTrade, { price }: CheckTick): CheckStep[] {
  const { side, amount, profit_ratio: profitRatio, entry_price: entry } = trade
  const stake = parseUnits(amount)
  const facts = { side, entryPrice: parseUnits(entry), stake, profitRatio }
  const outcome = outcomeOf(facts, parseUnits(price))
  const needs = side === 'long' ? 'above' : 'below'
  return [
    {
      title: 'Direction',
      lines: [
        `${price} − ${entry} = ${formatDifference(formatUnits(parseUnits(price) - facts.entryPrice))}`,
        `A ${side} wins ${needs} its entry price: ${WORDS[outcome.result]}`,
      ],
      agrees: trade.result === outcome.result,
    },
    amountStep(trade, outcome),
  ]
}

function amountStep(trade: FuturesTrade, { result, profitLoss, finalAmount }: FuturesOutcome) {
  const { amount, profit_ratio: ratio } = trade
  const back = formatUnits(finalAmount)
  const size = formatUnits(profitLoss < 0n ? -profitLoss : profitLoss)
  const sign = result === 'win' ? '+' : '−'
  const calculation =
    result === 'tie'
      ? [`The stake comes back: ${back} USDT`]
      : [`${amount} × ${ratio} ÷ 100 = ${size}`, `${amount} ${sign} ${size} = ${back} USDT`]
  return {
    title: 'Amount',
    lines: [...calculation, `The trade paid: ${trade.final_amount ?? 'nothing'} USDT`],
    agrees:
      trade.final_amount !== null &&
      trade.profit_loss !== null &&
      parseUnits(trade.final_amount) === finalAmount &&
      parseUnits(trade.profit_loss) === profitLoss,
  }
}

function voidStep({ amount, result, final_amount, profit_loss }: FuturesTrade): CheckStep {
  return {
    title: 'Amount',
    lines: [
      `Nothing is decided: the stake comes back, ${amount} USDT`,
      `The trade paid: ${final_amount ?? 'nothing'} USDT`,
    ],
    agrees:
      result === 'void' &&
      final_amount !== null &&
      parseUnits(final_amount) === parseUnits(amount) &&
      parseUnits(profit_loss ?? '0') === 0n,
  }
}

const WORDS = { win: 'it wins', loss: 'it loses', tie: 'equal prices, a tie' } as const
