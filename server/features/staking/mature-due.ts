import { handleCommand } from '#server/events/handle-command.ts'
import { listDueDocuments } from '#server/facts/due-documents.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { systemCause } from '#server/platform/run-command.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'
import { matureStake, type StakeState, stakes } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

/** Every minute, in one process: positions that are due are paid, late ones after a pause as well. */
export function stakingSchedule(services: Needs): ScheduledTask {
  return { name: 'staking.mature-due', at: '* * * * *', run: () => matureDueStakes(services) }
}

/**
 * Pays every position whose term is over, each exactly once: the key names the position, so a
 * second look, another process or a retry after a crash finds it paid.
 */
export async function matureDueStakes(services: Needs): Promise<void> {
  for (;;) {
    const active = { kind: stakes.kind, status: 'active', now: instantOf(services.clock.now()) }
    const due = await listDueDocuments<StakeState>(services.pool, active)
    if (due.length === 0) return
    for (const { id, state } of due) await mature(services, id, state)
  }
}

async function mature({ log, clock, logger }: Needs, id: string, state: StakeState) {
  const at = instantOf(clock.now())
  const result = await handleCommand(log, {
    ...systemCause(`mature ${id}`, { mature: id }, at, id),
    aggregate: stakes,
    id,
    owner: BigInt(state.userNo),
    decideWith: (current) => matureStake(current, { at }),
  })
  if (result.outcome === 'refused' && result.refusal.refused !== 'stake.completed') {
    logger.error({ stake: id, refusal: result.refusal }, 'a due stake was not paid')
    throw new Error(`stake ${id} was not paid: ${result.refusal.refused}`)
  }
}
