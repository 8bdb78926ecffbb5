import { handleCommand } from '#server/events/handle-command.ts'
import type { ReadAvailable } from '#server/ledger/batched-balances.ts'
import type { RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import type { openStake as openStakeRoute } from '#shared/contract/staking.ts'
import type { Refusal } from '#shared/refusal.ts'
import { STAKED_SYMBOL } from '#shared/rules/staking.ts'
import { openStake, type StakeState, stakes } from './decider.ts'

/** Opens a position; money that is spent between the read and the append is refused by the append. */
export async function handleOpenStake(
  { log, clock, readAvailable }: Pick<Services, 'log' | 'clock'> & { readAvailable: ReadAvailable },
  { body, caller, cause }: RouteInput<typeof openStakeRoute>,
): Promise<Listed<StakeState> | Refusal> {
  const result = await handleCommand(log, {
    ...cause,
    aggregate: stakes,
    id: newId(clock),
    isNew: true,
    owner: caller.userNo,
    decideWith: async () =>
      openStake(
        {
          userId: caller.userId,
          userNo: String(caller.userNo),
          claimedUserId: body.userId,
          amount: body.amount,
          termDays: body.duration,
          claimedApy: body.apy,
        },
        {
          at: cause.metadata.at,
          available: await readAvailable(caller.userNo, STAKED_SYMBOL),
        },
      ),
  })
  return result.outcome === 'done' ? result : result.refusal
}
