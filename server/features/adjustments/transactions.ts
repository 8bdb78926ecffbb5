import { idempotencyKey } from '#server/events/idempotency.ts'
import type { EventLog } from '#server/events/log.ts'
import { listOwnDocuments, newestFirst } from '#server/queries/own-documents.ts'
import { isBehind, type TransactionSource } from '#server/reviews/transaction-source.ts'
import type { Services } from '#server/services.ts'
import type { TransactionEntry } from '#shared/contract/transactions.ts'
import { refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { adjustments } from './decider.ts'
import type { AdjustmentEvent, PortfolioAdjusted } from './events.ts'
import { signed } from './present.ts'

const { kind } = adjustments

/**
 * Adjustments of a user's balances by staff, one entry for each asset. They need no
 * acknowledgement.
 */
export const adjustmentTransactions: TransactionSource = {
  type: 'adjustment',
  kind,
  async list(services, { owner, isNew, behind, limit }) {
    if (isNew) return []
    const entries = await readEntries(services, owner)
    return entries.filter((entry) => !behind || isBehind(entry, behind)).slice(0, limit)
  },
  async momentOf(services, { owner, id }) {
    const entries = await readEntries(services, owner)
    return entries.find((entry) => entry.id === id)?.created_at
  },
  acknowledge: async () => refuse('item.unknown'),
}

/** All entries of one user, newest first: a user has one stream, and adjustments are few. */
async function readEntries(
  { pool, log }: Pick<Services, 'pool'> & { readonly log: Pick<EventLog, 'readStream'> },
  owner: bigint,
): Promise<TransactionEntry[]> {
  const [own] = await listOwnDocuments(pool, { kind, owner, limit: 1 })
  if (!own) return []
  const events = await log.readStream<AdjustmentEvent>(`${kind}-${own.id}`)
  return events
    .flatMap((event) => (event.type === 'PortfolioAdjusted' ? entriesOf(event) : []))
    .sort(newestFirst)
}

function entriesOf({
  stream,
  version,
  data,
}: PortfolioAdjusted & { readonly stream: string; readonly version: number }): TransactionEntry[] {
  const { adjustedAt: at, reason, changes } = data
  return signed(changes).map(({ symbol, amount }) => ({
    id: entryId(`${stream} ${version} ${symbol}`),
    type: 'adjustment',
    title: msg('Adjustment'),
    symbol,
    network: '',
    address: '',
    amount,
    status: 'approved',
    in_review: false,
    created_at: at,
    updated_at: at,
    admin_notes: null,
    reason,
    require_reverification: false,
    screenshot_url: null,
    isNew: false,
    archived: false,
  }))
}

/**
 * An entry is part of an event and has no id, so it gets a UUID that is the same for every read.
 */
function entryId(name: string): string {
  const key = idempotencyKey(kind, name)
  // The version digit of a UUID: 8 is for custom rules.
  return `${key.slice(0, 14)}8${key.slice(15, 19)}a${key.slice(20)}`
}
