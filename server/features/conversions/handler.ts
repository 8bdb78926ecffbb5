import type { RecordedTick } from '#server/events/event-definition.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type {
  confirmConversion,
  quoteConversion as quoteRoute,
} from '#shared/contract/conversions.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import {
  type ConversionState,
  conversions,
  executeConversion,
  type Quote,
  quoteConversion,
} from './decider.ts'
import type { SignedQuotes } from './signed-quotes.ts'

/** What the handlers of conversions work with. */
export interface ConversionDesk extends Pick<Services, 'log' | 'clock' | 'prices'> {
  readonly readAvailable: ReadAvailable
  readonly quotes: SignedQuotes
}

/** Makes a quote of the prices of this moment. */
export async function makeQuote(
  { clock, prices, readAvailable }: ConversionDesk,
  { body, caller, cause }: RouteInput<typeof quoteRoute>,
): Promise<Quote | Refusal> {
  const { from, to, amount, userId: claimedUserId } = body
  const available = await readAvailable(caller.userNo, from)
  return quoteConversion(
    { id: newId(clock), userId: caller.userId, claimedUserId, from, to, amount },
    {
      at: cause.metadata.at,
      available,
      fromTick: recorded(prices.current(from)),
      toTick: recorded(prices.current(to)),
    },
  )
}

/** Converts at the terms of a quote. Its id names the stream, so that it can be used only once. */
export async function confirmQuote(
  { log, quotes, readAvailable }: ConversionDesk,
  { body, caller, cause }: RouteInput<typeof confirmConversion>,
): Promise<Listed<ConversionState> | Refusal> {
  const quote = quotes.open(body.quote)
  if (!quote) return refuse('convert.quote_unknown')
  const result = await handleCommand(log, {
    ...cause,
    aggregate: conversions,
    id: quote.id,
    isNew: true,
    owner: caller.userNo,
    decideWith: async (state) =>
      executeConversion(
        state,
        {
          userId: caller.userId,
          userNo: String(caller.userNo),
          claimedUserId: body.userId,
          quote,
        },
        {
          at: cause.metadata.at,
          available: await readAvailable(caller.userNo, quote.given.symbol),
        },
      ),
  })
  return result.outcome === 'done' ? result : result.refusal
}

/** The part of a tick that an event keeps. */
function recorded(tick: RecordedTick | undefined): RecordedTick | undefined {
  if (!tick) return undefined
  const { id, source, price, at } = tick
  return { id, source, price, at }
}
