import { handleCommand } from '#server/events/handle-command.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { submitFutures as submitRoute } from '#shared/contract/futures.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { FUTURES_CURRENCY, pricedAssetOf } from '#shared/rules/futures.ts'
import { type FuturesState, futures, openFutures } from './decider.ts'
import { recorded, settleTrade } from './settlement.ts'

/** What the handlers of futures work with. */
export interface FuturesDesk extends Pick<Services, 'log' | 'clock' | 'prices' | 'pool'> {
  readonly readAvailable: ReadAvailable
}

type Answer = Listed<FuturesState> | Refusal

/** Opens a trade; money that is spent between the read and the append is refused by the append. */
export async function submitTrade(
  { log, clock, prices, readAvailable }: FuturesDesk,
  { body, caller, cause }: RouteInput<typeof submitRoute>,
): Promise<Answer> {
  const { symbol, side, amount, duration, profitRatio } = body
  const result = await handleCommand(log, {
    ...cause,
    aggregate: futures,
    id: newId(clock),
    isNew: true,
    owner: caller.userNo,
    decideWith: async () => {
      const available = await readAvailable(caller.userNo, FUTURES_CURRENCY)
      return openFutures(
        {
          userId: caller.userId,
          userNo: String(caller.userNo),
          symbol,
          side,
          amount,
          durationSeconds: duration,
          claimedRatio: profitRatio,
        },
        {
          at: cause.metadata.at,
          available,
          current: recorded(prices.current(pricedAssetOf(symbol))) ?? undefined,
        },
      )
    },
  })
  return result.outcome === 'done' ? result : result.refusal
}

/** The result of an own trade; settles it first where it is due. */
export async function completeTrade(
  desk: FuturesDesk,
  id: string,
  caller: Caller,
): Promise<Answer> {
  const state = await readTrade(desk, id)
  if (!state || state.userId !== caller.userId) return refuse('item.unknown')
  if (state.status !== 'active') return { id, state }
  const result = await settleTrade(desk, id, state)
  return result.outcome === 'done' ? result : result.refusal
}

export async function readTrade(
  { log }: Pick<Services, 'log'>,
  id: string,
): Promise<FuturesState | undefined> {
  const document = await log.readDocument<FuturesState>(`${futures.kind}-${id}`)
  return document?.state
}
