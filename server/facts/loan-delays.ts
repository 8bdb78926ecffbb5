import type { Queryable } from '#server/projections/documents.ts'
import { parseUnits, type Units } from '#shared/money.ts'
import type { Instant } from '#shared/time.ts'

export interface DisabledTime {
  readonly from: Instant
  /** null: it still is. */
  readonly until: Instant | null
  /** Of the event that disabled the account. */
  readonly position: bigint
}

/** When the accounts of some users were disabled, by user id. */
export async function readDisabledTimes(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DisabledTime[]>> {
  const { rows } = await db.query<{
    id: string
    from: Instant | null
    until: Instant | null
    position: string
  }>({
    name: 'disabled times',
    text: `select substr(stream, 6) as id, data ->> 'disabledAt' as from,
                  data ->> 'enabledAt' as until, position
           from event
           where stream = any ($1) and type in ('UserDisabled', 'UserEnabled')
           order by stream, version`,
    values: [userIds.map((id) => `user-${id}`)],
  })
  const times = new Map<string, DisabledTime[]>()
  for (const { id, from, until, position } of rows) {
    const own = times.get(id) ?? []
    const last = own.at(-1)
    if (from !== null) own.push({ from, until: null, position: BigInt(position) })
    else if (last) own.splice(-1, 1, { ...last, until })
    times.set(id, own)
  }
  return times
}

/** A deposit that may have prevented its owner from repaying a loan while it waited. */
export interface ApprovedDeposit {
  readonly id: string
  readonly owner: bigint
  readonly amount: Units
  readonly submittedAt: Instant
  readonly approvedAt: Instant
  /** Of the event by which it was reported. */
  readonly position: bigint
  /** What loans were repaid with because of it. */
  readonly used: Units
}

const APPROVED_DEPOSITS = `
  select substr(d.stream, 9) as id, d.owner, d.data ->> 'amount' as amount,
         d.data ->> 'submittedAt' as "submittedAt", d.data ->> 'reviewedAt' as "approvedAt",
         (select position from event where event.stream = d.stream and version = 1) as position,
         (select coalesce(sum(
            (repayment #>> '{principal,amount}')::numeric
            + (repayment #>> '{interest,amount}')::numeric
            + (repayment #>> '{penalty,amount}')::numeric), 0)::text
          from document loan
          cross join lateral (select loan.data -> 'repayment' as repayment) as part
          where loan.owner = d.owner and loan.kind = 'loan' and loan.status = 'paid'
            and repayment ->> 'depositId' = substr(d.stream, 9)) as used
  from document d
  where d.owner = any ($1) and d.kind = 'deposit' and d.status = 'approved'
    and d.data ->> 'symbol' = $2 and d.data ->> 'reviewedAt' > $3
  order by d.data ->> 'submittedAt'`

/** Deposits of an asset by some users that were approved after a moment, the earliest first. */
export async function listApprovedDeposits(
  db: Queryable,
  owners: readonly bigint[],
  { symbol, after }: { readonly symbol: string; readonly after: Instant },
): Promise<ApprovedDeposit[]> {
  const { rows } = await db.query<
    Record<'id' | 'owner' | 'amount' | 'submittedAt' | 'approvedAt' | 'position' | 'used', string>
  >({
    name: 'approved deposits',
    text: APPROVED_DEPOSITS,
    values: [owners.map(String), symbol, after],
  })
  return rows.map(({ owner, amount, position, used, ...row }) => ({
    ...row,
    owner: BigInt(owner),
    amount: parseUnits(amount),
    position: BigInt(position),
    used: parseUnits(used),
  }))
}
