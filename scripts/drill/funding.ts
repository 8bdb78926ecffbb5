import { randomUUID } from 'node:crypto'
import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import { adjustmentEvents } from '#server/features/adjustments/events.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import { instantOf } from '#shared/time.ts'

type Funded = DomainEvent<
  'BalanceAdjusted',
  { symbol: string; direction: 'credit' | 'debit'; amount: string; reason: string }
>

/** Gives customers money in a single valid event; the ledger checks need this aggregate. */
export const funding: Aggregate<{ isFunded: boolean }, Funded> = {
  kind: 'funding',
  events: { BalanceAdjusted: adjustmentEvents.BalanceAdjusted },
  initial: { isFunded: false },
  evolve: () => ({ isFunded: true }),
  summarise: () => ({ status: 'open', waiting: false }),
}

export async function fundSoundly(log: EventLog, owner: bigint, amount = '1000000'): Promise<void> {
  const id = randomUUID()
  const data = { symbol: 'USDT', direction: 'credit', amount, reason: 'drill' } as const
  const cause = systemCause(`fund ${id}`, data, instantOf(Date.now()), id)
  const decideWith = (): Funded => ({ type: 'BalanceAdjusted', data })
  await handleCommand(log, { ...cause, aggregate: funding, id, isNew: true, owner, decideWith })
}
