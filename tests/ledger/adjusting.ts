import { createHash, randomUUID } from 'node:crypto'
import type { Aggregate, DomainEvent } from '#server/events/decider.ts'
import type { AppendCommand, EventLog } from '#server/events/log.ts'
import { adjustmentEvents } from '#server/features/adjustments/events.ts'
import { formatUnits } from '#shared/money.ts'

export type Adjusted = DomainEvent<
  'BalanceAdjusted',
  { symbol: string; direction: 'credit' | 'debit'; amount: string; reason: string }
>

/** The smallest aggregate that moves money: it counts the adjustments of its stream. */
export const counting: Aggregate<{ count: number }, Adjusted> = {
  kind: 'counting',
  events: { BalanceAdjusted: adjustmentEvents.BalanceAdjusted },
  initial: { count: 0 },
  evolve: (state) => ({ count: state.count + 1 }),
  summarise: () => ({ status: 'open', waiting: false }),
}

export interface Adjustment {
  readonly owner: bigint
  /** Above zero is a credit, below zero a debit, in 1e-8 units. */
  readonly change: bigint
  readonly symbol?: string
  readonly stream?: string
  readonly expectedVersion?: number
  readonly previousHash?: Buffer | null
  readonly key?: string
  readonly request?: string
  readonly epoch?: number
}

/** The command of an adjustment; omitted fields get new values. */
export function adjustment(wanted: Adjustment): AppendCommand {
  const { owner, change, symbol = 'USDT', expectedVersion = 0, previousHash = null } = wanted
  const { stream = `counting-${randomUUID()}`, key = randomUUID(), request = 'adjust' } = wanted
  return {
    stream,
    kind: 'counting',
    owner,
    expectedVersion,
    previousHash,
    key,
    requestHash: createHash('sha256').update(request).digest(),
    event: adjusted(change, symbol),
    metadata: {
      actor: { kind: 'admin', id: '018f0000-0000-7000-8000-000000000001' },
      at: '2026-01-01T00:00:00.000Z',
      correlation: '018f0000-0000-7000-8000-000000000002',
    },
    state: { count: expectedVersion + 1 },
    summary: { status: 'open', waiting: false },
    epoch: wanted.epoch,
  }
}

export function adjusted(change: bigint, symbol = 'USDT'): Adjusted {
  const direction = change > 0n ? 'credit' : 'debit'
  const amount = formatUnits(change > 0n ? change : -change)
  return { type: 'BalanceAdjusted', data: { symbol, direction, amount, reason: 'test' } }
}

export function adjust(log: EventLog, wanted: Adjustment) {
  return log.append(adjustment(wanted))
}
