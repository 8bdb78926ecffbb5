import { handleCommand } from '#server/events/handle-command.ts'
import { duePages } from '#server/facts/due-documents.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import { tryEachOf } from '#server/platform/try-each.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import { isRefusal } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { matureStake, type StakeState, stakes } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

/** Every minute, in one process: pays positions that are due, also late ones after an outage. */
export function stakingSchedule(services: Needs): ScheduledTask {
  return { name: 'staking.mature-due', at: '* * * * *', run: () => matureDueStakes(services) }
}

/**
 * Pays every position whose term is over, each exactly once: the key identifies the position, so a
 * second run, another process or a retry after a crash finds it paid.
 *
 * @throws at the end, if any could not be paid
 */
export async function matureDueStakes(services: Needs): Promise<void> {
  const { pool, clock, logger } = services
  const active = { kind: stakes.kind, status: 'active', now: instantOf(clock.now()) }
  const attempts = { logger, fault: 'a due stake was not paid' }
  const due = duePages<StakeState>(pool, active)
  const unpaid = await tryEachOf(attempts, due, (stake) => mature(services, stake))
  if (unpaid > 0) throw new Error(`${unpaid} due stakes were not paid`)
}

async function mature({ log, clock }: Needs, { id, state }: Listed<StakeState>): Promise<void> {
  const at = instantOf(clock.now())
  const result = await handleCommand(log, {
    ...systemCause(`mature ${id}`, { mature: id }, at, id),
    aggregate: stakes,
    id,
    owner: BigInt(state.userNo),
    decideWith: (current) => matureStake(current, { at }),
  })
  if (isRefusal(result) && result.refused !== 'stake.completed') {
    throw new Error(`refused: ${result.refused}`)
  }
}
