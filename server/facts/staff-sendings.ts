import type { Queryable } from '#server/projections/documents.ts'
import type { Decimal } from '#shared/money.ts'
import { COUNTING_RULES } from '#shared/rules/second-approval.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { countingFirstSql } from './counting-first.ts'

/** A withdrawal that a member of staff is sending without another person's approval. */
export interface StaffSending {
  readonly userNo: string
  readonly symbol: string
  readonly amount: Decimal
}

// The events themselves, because a projection lags behind. Read through the index event_by_staff.
const SENDING_ALONE = `
  select d.owner::text as "userNo", d.data ->> 'symbol' as symbol, d.data ->> 'amount' as amount
  from document d
  where d.stream in (
      select e.stream from event e
      where e.metadata #>> '{actor,kind}' = 'admin' and e.metadata #>> '{actor,id}' = $1
        and e.metadata ->> 'at' > $3 and e.type = 'WithdrawalSendingStarted')
    and d.waiting and d.data #>> '{sending,startedBy}' = $1
    and coalesce(${countingFirstSql('$2::timestamptz')}::text = $1, true)`

/**
 * The withdrawals that a member of staff started to send in the last seven days and has not recorded
 * yet. Read them under their `approvalsGuard`.
 */
export async function readStaffSendings(
  db: Queryable,
  staffId: string,
  now: Instant,
): Promise<StaffSending[]> {
  const { rows } = await db.query<StaffSending>({
    name: 'staff sendings',
    text: SENDING_ALONE,
    values: [staffId, now, instantOf(epochMsOf(now) - COUNTING_RULES.creditedMs)],
  })
  return rows
}
