import type { Decision } from '#server/events/decider.ts'
import { recordedTick } from '#server/events/event-definition.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { TickMoment } from '#server/prices/tick-log.ts'
import type { Services } from '#server/services.ts'
import type {
  confirmConversion as confirmRoute,
  quoteConversion as quoteRoute,
} from '#shared/contract/conversions.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import {
  type AskQuote,
  type ConversionFacts,
  conversions,
  executeConversion,
  type Quote,
  quoteConversion,
} from './decider.ts'
import type { ConversionEvent } from './events.ts'
import { openQuotes } from './open-quotes.ts'

type Confirmation = RouteInput<typeof confirmRoute>
type By = Pick<RouteInput<typeof quoteRoute>, 'caller' | 'cause'>

/** Creates quotes and confirms them. */
export function conversionDesk({ pool, log, clock, prices, config }: Services) {
  const quotes = openQuotes(pool)
  const readAvailable = batchBalances(pool)

  async function factsFor(
    symbol: string | undefined,
    { caller, cause }: By,
  ): Promise<ConversionFacts> {
    const { at } = cause.metadata
    const [available, convertedToday] = await Promise.all([
      symbol === undefined ? 0n : readAvailable(caller.userNo, symbol),
      quotes.convertedToday(caller.userNo, at),
    ])
    const tickOf = (asked: string) => {
      const tick = prices.current(asked)
      return tick && recordedTick(tick)
    }
    return { at, available, convertedToday, terms: config.conversions, tickOf }
  }

  /** Waits for the first prices recorded after the confirmation; undefined if one is missing. */
  async function withFirstTicks(
    facts: ConversionFacts,
    { given, received }: Quote,
    confirmed: TickMoment,
  ): Promise<ConversionFacts | undefined> {
    const symbols = [given.symbol, received.symbol]
    const ticks = await Promise.all(symbols.map((symbol) => prices.firstAfter(symbol, confirmed)))
    const first = new Map(ticks.flatMap((tick) => (tick ? [[tick.next.symbol, tick]] : [])))
    if (!symbols.every((symbol) => first.has(symbol))) return undefined
    const tickOf = (asked: string) => {
      const tick = first.get(asked)
      return tick ? recordedTick(tick.next) : facts.tickOf(asked)
    }
    const lastOf = (asked: string) => {
      const last = first.get(asked)?.last
      return last && recordedTick(last)
    }
    return { ...facts, tickOf, lastOf }
  }

  async function quote(asked: Omit<AskQuote, 'id' | 'userId'>, by: By): Promise<Quote | Refusal> {
    const { userId, userNo } = by.caller
    const command = { ...asked, id: newId(clock), userId }
    const made = quoteConversion(command, await factsFor(asked.from, by))
    if (!isRefusal(made)) await quotes.put(userNo, made)
    return made
  }

  return {
    convertedToday: quotes.convertedToday,
    quote,

    /** The current terms for the amount of the open quote. */
    async quoteAgain({ body, caller, cause }: Confirmation): Promise<Quote | Refusal> {
      const open = await quotes.find(caller.userNo, body.quote)
      if (!open) return refuse('convert.quote_unknown')
      const { given, received } = open
      const asked = { from: given.symbol, to: received.symbol, amount: given.amount }
      return quote(asked, { caller, cause })
    },

    /** The quote's id names the stream, so a quote can be used only once. */
    async confirm({ body, caller, cause }: Confirmation) {
      const { userId, userNo } = caller
      const moment = await prices.momentOf(cause.metadata.at)
      return handleCommand(log, {
        ...cause,
        aggregate: conversions,
        id: body.quote,
        isNew: true,
        owner: userNo,
        decideWith: async (state) => {
          const open = await quotes.find(userNo, body.quote)
          const known = await factsFor(open?.given.symbol, { caller, cause })
          const confirmation = {
            userId,
            userNo: String(userNo),
            claimedUserId: body.userId,
            quote: open,
          }
          const decide = (facts: ConversionFacts) => executeConversion(state, confirmation, facts)
          const atKnown = decide(known)
          if (!open || !wouldConvert(atKnown)) return atKnown
          // The current ticks may be later ones, because a confirmation can be delayed before this.
          const facts = await withFirstTicks(known, open, moment)
          if (!facts) return refuse('convert.awaiting_price')
          const atFirst = decide(facts)
          if (isRefusal(atFirst)) return atFirst
          const convertedToday = await quotes.take(userNo, body.quote, facts.at)
          return decide({ ...facts, convertedToday })
        },
      })
    },
  }
}

/** Whether the first prices since the confirmation decide, either now or once they are recorded. */
function wouldConvert(decided: Decision<ConversionEvent>): boolean {
  return !isRefusal(decided) || decided.refused === 'convert.awaiting_price'
}
