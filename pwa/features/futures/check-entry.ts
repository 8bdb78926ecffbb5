import type { FuturesTick, FuturesTrade } from '#shared/contract/futures.ts'
import { parseUnits } from '#shared/money.ts'
import {
  entryTickOf,
  isFarFromSeen,
  TICK_RULES_UNRECORDED,
  type TickRules,
} from '#shared/rules/futures-ticks.ts'
import { t } from '#shared/text/t.ts'
import { epochMsOf, type Instant, instantOf, SECOND_MS } from '#shared/time.ts'

export interface CheckTick {
  readonly id: string
  readonly source: string
  readonly price: string
  readonly at: Instant
}

export interface CheckStep {
  readonly title: string
  /** The calculation, as it was done here. */
  readonly lines: readonly string[]
  /** Whether it matches the trade. */
  readonly agrees: boolean
}

/** The rules for the prices of a trade. */
export function rulesOf({ tick_rules = TICK_RULES_UNRECORDED }: FuturesTrade): TickRules {
  return tick_rules
}

/** Recomputes the entry: of the ticks recorded after the last known one, the first one. */
export function entryStepOf(trade: FuturesTrade, ticks: readonly CheckTick[]): CheckStep {
  const { last_tick: last, seen_price: seen, entry_tick: entry } = trade
  if (!last || seen === null) return recordedStep(trade, ticks)
  const position = ticks.findIndex((tick) => isSame(tick, last))
  const missing = position < 0
  const rules = rulesOf(trade)
  const found = entryTickOf(missing ? [] : ticks.slice(position + 1), trade.created_at, rules)
  const isFar =
    found !== undefined && isFarFromSeen(parseUnits(found.price), parseUnits(seen), rules)
  const lines = [
    missing
      ? t('There is no recorded price before the request.')
      : t('Last price before the request: {price}, recorded {time}', {
          price: last.price,
          time: utc(last.at),
        }),
    t('Request accepted {time}. The price seen was {price}.', {
      time: utc(trade.created_at),
      price: seen,
    }),
    foundLine(found, rules),
  ]
  if (isFar) {
    lines.push(
      t('That is more than {percent}% from the price seen, so no trade opens.', {
        percent: String(rules.entryDistanceThousandths / 10),
      }),
    )
  }
  const expected = isFar ? undefined : found
  const agrees = expected === undefined ? entry === null : entry !== null && isSame(expected, entry)
  return {
    title: t('Entry price'),
    lines,
    agrees: !missing && agrees && trade.entry_price === (entry?.price ?? null),
  }
}

function foundLine(found: CheckTick | undefined, { entryWindowMs }: TickRules): string {
  return found
    ? t('First price recorded after it: {price}, recorded {time} by {source}', {
        price: found.price,
        time: utc(found.at),
        source: found.source,
      })
    : t('No price was recorded within {seconds} s of it, so no trade opens.', {
        seconds: entryWindowMs / SECOND_MS,
      })
}

/** A trade from before trades were entered at the next tick: its entry is a recorded tick. */
function recordedStep(
  { entry_tick: entry, entry_price }: FuturesTrade,
  ticks: readonly CheckTick[],
): CheckStep {
  const recorded = ticks.find(({ id }) => id === entry?.id)
  return {
    title: t('Entry price'),
    lines: [
      recorded
        ? t('Recorded {time} by {source}: {price}', {
            time: utc(recorded.at),
            source: recorded.source,
            price: recorded.price,
          })
        : t('The record has no price with the id of the entry price.'),
      t('Entry price of the trade: {price}', { price: entry_price ?? '' }),
    ],
    agrees:
      recorded !== undefined &&
      entry !== null &&
      isSame(recorded, entry) &&
      recorded.price === entry_price,
  }
}

function isSame(one: CheckTick, other: FuturesTick): boolean {
  return (
    one.id === other.id &&
    one.price === other.price &&
    one.at === other.at &&
    one.source === other.source
  )
}

/** "2026-01-31 09:30:00.000 UTC": to the millisecond, the same in every time zone. */
export function utc(instant: Instant): string {
  return `${instantOf(epochMsOf(instant)).replace('T', ' ').replace('Z', '')} UTC`
}
