import type { Queryable } from '#server/projections/documents.ts'
import type { Decimal } from '#shared/money.ts'
import type { Instant } from '#shared/time.ts'
import { countingFirstSql } from './counting-first.ts'

/** A withdrawal whose coins a member of staff is sending, without another person's approval. */
export interface StaffSending {
  readonly userNo: string
  readonly symbol: string
  readonly amount: Decimal
}

// The documents themselves, by their index of what waits: the limits may not miss one.
const SENDING_ALONE = `
  select d.owner::text as "userNo", d.data ->> 'symbol' as symbol, d.data ->> 'amount' as amount
  from document d
  where d.kind = 'withdrawal' and d.waiting and d.data #>> '{sending,startedBy}' = $1
    and coalesce(${countingFirstSql('$2::timestamptz')}::text = $1, true)`

/** What a member of staff is sending. Read it under their `approvalsGuard`. */
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
