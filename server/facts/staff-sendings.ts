import type { Queryable } from '#server/projections/documents.ts'
import type { Decimal } from '#shared/money.ts'
import type { Instant } from '#shared/time.ts'
import { countingFirstSql } from './counting-first.ts'

/** A withdrawal that a member of staff is sending without another person's approval. */
export interface StaffSending {
  readonly userNo: string
  readonly symbol: string
  readonly amount: Decimal
}

// Reads the documents, through the index of waiting ones, because the limits must not miss any.
const SENDING_ALONE = `
  select d.owner::text as "userNo", d.data ->> 'symbol' as symbol, d.data ->> 'amount' as amount
  from document d
  where d.kind = 'withdrawal' and d.waiting and d.data #>> '{sending,startedBy}' = $1
    and coalesce(${countingFirstSql('$2::timestamptz')}::text = $1, true)`

/** The withdrawals that a member of staff is sending. Read them under their `approvalsGuard`. */
export async function readStaffSendings(
  db: Queryable,
  staffId: string,
  now: Instant,
): Promise<StaffSending[]> {
  const { rows } = await db.query<StaffSending>({
    name: 'staff sendings',
    text: SENDING_ALONE,
    values: [staffId, now],
  })
  return rows
}
