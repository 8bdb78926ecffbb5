import type { FuturesTrade } from '#shared/contract/futures.ts'
import { formatDifference } from '#shared/format.ts'
import { type Decimal, formatUnits, parseUnits } from '#shared/money.ts'
import { FUTURES_CURRENCY, type FuturesOutcome, outcomeOf } from '#shared/rules/futures.ts'
import { settlementTickOf } from '#shared/rules/futures-ticks.ts'
import { t } from '#shared/text/t.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'
import { type CheckStep, type CheckTick, entryStepOf, rulesOf, utc } from './check-entry.ts'
import { durationLabel } from './futures-draft.ts'

export interface ResultCheck {
  readonly steps: readonly CheckStep[]
  readonly agrees: boolean
}

/**
 * Recomputes a closed trade from the recorded ticks, with the server's rules.
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
    const deciding = settlementTickOf(ticksAsRecorded, expires_at, rulesOf(trade))
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
    title: t('End of the trade'),
    lines: [`${utc(opened_at)} + ${durationLabel(duration)} = ${utc(end)}`],
    agrees: epochMsOf(expires_at) === epochMsOf(end),
  }
}

function tickStep(trade: EnteredTrade, deciding: CheckTick | undefined): CheckStep {
  const { expires_at, settlement_tick: settled } = trade
  const seconds = rulesOf(trade).settlementWindowMs / SECOND_MS
  if (!deciding) {
    return {
      title: t('Deciding price'),
      lines: [
        t('No price was recorded in the {seconds} s after {time}.', {
          time: utc(expires_at),
          seconds,
        }),
      ],
      agrees: settled === null,
    }
  }
  const lateMs = epochMsOf(deciding.at) - epochMsOf(expires_at)
  return {
    title: t('Deciding price'),
    lines: [
      t('First price recorded at or after {time}:', { time: utc(expires_at) }),
      t('{price}, recorded {time} ({late} ms later) by {source}', {
        price: deciding.price,
        time: utc(deciding.at),
        late: lateMs,
        source: deciding.source,
      }),
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
  return [
    {
      title: t('Direction'),
      lines: [
        `${price} − ${entry} = ${formatDifference(formatUnits(parseUnits(price) - facts.entryPrice))}`,
        t(
          '{side, select, long {A long wins above its entry price} other {A short wins below its entry price}}: {result, select, win {it wins} loss {it loses} other {equal prices, a tie}}',
          { side, result: outcome.result },
        ),
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
      ? [t('The stake is returned: {amount} USDT', { amount: back })]
      : [
          `${amount} × ${ratio} ÷ 100 = ${size}`,
          `${amount} ${sign} ${size} = ${back} ${FUTURES_CURRENCY}`,
        ]
  return {
    title: t('Amount'),
    lines: [...calculation, paidLine(trade)],
    agrees:
      trade.final_amount !== null &&
      trade.profit_loss !== null &&
      parseUnits(trade.final_amount) === finalAmount &&
      parseUnits(trade.profit_loss) === profitLoss,
  }
}

function voidStep(trade: FuturesTrade): CheckStep {
  const { amount, result, final_amount, profit_loss } = trade
  return {
    title: t('Amount'),
    lines: [
      t('There is no result, so the stake is returned: {amount} USDT', { amount }),
      paidLine(trade),
    ],
    agrees:
      result === 'void' &&
      final_amount !== null &&
      parseUnits(final_amount) === parseUnits(amount) &&
      parseUnits(profit_loss ?? '0') === 0n,
  }
}

function paidLine({ final_amount: paid }: FuturesTrade): string {
  return paid === null
    ? t('The trade paid nothing.')
    : t('The trade paid: {amount} USDT', { amount: paid })
}
