import { handleCommand } from '#server/events/handle-command.ts'
import { countSendingSince, listSendingSince } from '#server/facts/coins-being-sent.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { GaugeDefinition } from '#server/platform/metrics.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import { tryEach } from '#server/platform/try-each.ts'
import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import { isRefusal } from '#shared/refusal.ts'
import { SENDING_OVERDUE_HOURS } from '#shared/rules/withdrawals.ts'
import { HOUR_MS, type Instant, instantOf } from '#shared/time.ts'
import { noticeOverdueSending } from './decide-sending.ts'
import { type WithdrawalState, withdrawals } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

export function withdrawalSchedule(services: Needs): ScheduledTask[] {
  return [
    {
      name: 'withdrawals.watch-sending',
      at: '*/10 * * * *',
      run: () => noticeUnrecordedTransfers(services),
    },
  ]
}

export function withdrawalGauges({ pool, clock }: Services): GaugeDefinition[] {
  return [
    {
      name: 'withdrawals_sending_overdue',
      help: 'Withdrawals that were started hours ago and whose outcome was not recorded',
      read: () => countSendingSince(pool, overdueSince(clock)),
    },
  ]
}

/**
 * Records once for each withdrawal that the outcome of its sending is overdue; staff are notified.
 *
 * @throws at the end, if any could not be recorded
 */
export async function noticeUnrecordedTransfers(services: Needs): Promise<void> {
  const { pool, clock, logger } = services
  const overdue = await listSendingSince<WithdrawalState>(pool, overdueSince(clock))
  const unnoticed = overdue.filter(({ state }) => !state.sending?.noticedAt)
  const attempts = { logger, fault: 'an overdue sending of coins was not recorded' }
  const failed = await tryEach(attempts, unnoticed, (each) => notice(services, each))
  if (failed > 0) throw new Error(`${failed} overdue sendings of coins were not recorded`)
}

/** Sending that started before this time and has no recorded outcome is overdue. */
function overdueSince(clock: Clock): Instant {
  return instantOf(clock.now() - SENDING_OVERDUE_HOURS * HOUR_MS)
}

async function notice({ log, clock, logger }: Needs, { id, state }: Listed<WithdrawalState>) {
  const at = instantOf(clock.now())
  const startedAt = state.sending?.startedAt
  const key = `sending of ${id} overdue at ${at}`
  const result = await handleCommand(log, {
    ...systemCause(key, { overdue: id, startedAt }, at, id),
    aggregate: withdrawals,
    id,
    owner: BigInt(state.userNo),
    decideWith: (current) => noticeOverdueSending(current, { at }),
  })
  // If refused, it was decided, stopped or noticed by another process after the list was read.
  if (!isRefusal(result)) {
    logger.warn({ withdrawal: id, startedAt }, 'coins are being sent and nothing was recorded')
  }
}
