import {
  type DocumentRow,
  type Listed,
  listed,
  type Queryable,
} from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { UserNames } from '#shared/contract/fields.ts'
import type { SameAmount } from '#shared/contract/review-desk.ts'
import { SAME_AMOUNT_DAYS, SAME_AMOUNTS_SHOWN } from '#shared/rules/review-desk.ts'
import type { Instant } from '#shared/time.ts'

const KIND = 'deposit'

/** A deposit request of another user that may report the same transfer. */
export type SameAmountDeposit<S> = Listed<S> &
  Pick<SameAmount, 'status'> & { readonly user: UserNames }

export interface SameAmountDeposits<S> {
  /** How many there are; the newest are shown. */
  readonly total: number
  readonly shown: readonly SameAmountDeposit<S>[]
}

// The period is around the request itself, regardless of when the case is opened.
const SAME_AMOUNT = `
  with found as (
    select d.stream, d.created_at, count(*) over () as total
    from listed d
    where d.symbol is not null and d.symbol = $2
      and d.amount between $3::numeric * 0.99 and $3::numeric * 1.01
      and d.created_at between $4::timestamptz - make_interval(days => ${SAME_AMOUNT_DAYS})
                           and $4::timestamptz + make_interval(days => ${SAME_AMOUNT_DAYS})
      and d.status in ('pending', 'approved') and d.owner <> $1
    order by d.created_at desc limit ${SAME_AMOUNTS_SHOWN}
  )
  select d.stream, d.data, d.status, found.total::int as total,
         coalesce(p.full_name, '') as full_name, coalesce(p.email, '') as email,
         coalesce(p.display_id, '') as display_id
  from found join listed d on d.stream = found.stream
  left join person p on p.user_no = d.owner
  order by found.created_at desc`

interface Transfer {
  readonly userNo: string
  readonly symbol: string
  readonly amount: string
  readonly submittedAt: Instant
}

/**
 * Deposit requests of other users for the same coin and nearly the same amount, the newest first.
 * Their screenshots may differ: one transfer can be reported with different ones.
 */
export async function findSameAmounts<S>(
  db: Queryable,
  { userNo, symbol, amount, submittedAt }: Transfer,
): Promise<SameAmountDeposits<S>> {
  const lists = await levelled(db)
  const { rows } = await lists.query<
    DocumentRow<S> & UserNames & Pick<SameAmount, 'status'> & { total: number }
  >(SAME_AMOUNT, [userNo, symbol, amount, submittedAt])
  return {
    total: rows[0]?.total ?? 0,
    shown: rows.map(({ stream, data, status, full_name, email, display_id }) => ({
      ...listed<S>(KIND, { stream, data }),
      status,
      user: { full_name, email, display_id },
    })),
  }
}
