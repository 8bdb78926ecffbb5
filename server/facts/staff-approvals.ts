import type { Queryable } from '#server/projections/documents.ts'
import { parseUnits, type Units } from '#shared/money.ts'
import {
  type ApprovedBefore,
  COUNTING_RULES,
  SIGN_IN_CHANGED_MS,
} from '#shared/rules/second-approval.ts'
import { epochMsOf, type Instant, instantOf } from '#shared/time.ts'

/**
 * The guard of one member of staff's approvals: no two approvals use the same sum, and none relies
 * on outdated information that the author is active staff.
 */
export function approvalsGuard(staffId: string): string {
  return `approvals ${staffId}`
}

// The events themselves, because a projection lags behind. Read through the index event_by_staff.
const APPROVED = `
  select d.owner,
         coalesce(sum(value) filter (where counts), 0)::text as approved,
         coalesce(sum(value) filter (where counts and flow = 'out'), 0)::text as released,
         coalesce(sum(value) filter (where counts and flow = 'out' and credited), 0)::text
           as "releasedAsCredited",
         coalesce(bool_or(flow = 'in'), false) as "hasCredited"
  from event e
  join document d on d.stream = e.stream
  cross join lateral (
    select (e.data #>> '{weight,value}')::numeric as value,
           e.data #>> '{weight,alone}' = 'true' and e.metadata ->> 'at' > $3 as counts,
           e.data #>> '{weight,credited}' = 'true' as credited,
           coalesce(e.data #>> '{weight,flow}', e.data ->> 'flow',
                    e.data #>> '{firstApproval,flow}') as flow
  ) as approval
  where e.metadata #>> '{actor,kind}' = 'admin' and e.metadata #>> '{actor,id}' = $1
    and e.metadata ->> 'at' > $2 and flow is not null
  group by d.owner`

// Asking for a reset counts as well: the second approver may have trusted the first.
const SIGN_IN_CHANGED = `
  select distinct d.owner
  from event e
  join document d on d.stream = e.stream
  where e.metadata #>> '{actor,kind}' = 'admin' and e.metadata #>> '{actor,id}' = $1
    and e.metadata ->> 'at' > $2
    and (e.type in ('SecondFactorResetRequested', 'SecondFactorReset')
         or (e.type = 'PasswordChanged' and e.data ->> 'by' = 'admin'))`

/**
 * Reads which approvals of one member of staff count against their limits at a given time.
 *
 * @returns for each customer, by the customer's number
 */
export async function readStaffApprovals(
  db: Queryable,
  staffId: string,
  now: Instant,
): Promise<(userNo: string) => ApprovedBefore> {
  const nowMs = epochMsOf(now)
  const { countedMs, creditedMs } = COUNTING_RULES
  const [{ rows }, changed] = await Promise.all([
    db.query<ApprovedRow>({
      name: 'staff approvals',
      text: APPROVED,
      values: [staffId, instantOf(nowMs - creditedMs), instantOf(nowMs - countedMs)],
    }),
    db.query<{ owner: string }>({
      name: 'sign-in changed by staff',
      text: SIGN_IN_CHANGED,
      values: [staffId, instantOf(nowMs - SIGN_IN_CHANGED_MS)],
    }),
  ])
  const byOwner = new Map(rows.map((row) => [row.owner, row]))
  const forAll = rows.reduce<Units>((sum, { approved }) => sum + parseUnits(approved), 0n)
  // A release still counts if the seven days of its credit end within its own 24 hours.
  const releasedToCredited = rows.reduce<Units>(
    (sum, row) => sum + parseUnits(row.hasCredited ? row.released : row.releasedAsCredited),
    0n,
  )
  const signInChanged = new Set(changed.rows.map(({ owner }) => owner))
  return (userNo) => {
    const { approved = '0', hasCredited = false } = byOwner.get(userNo) ?? {}
    return {
      ...{ forCustomer: parseUnits(approved), forAll, hasCredited, releasedToCredited },
      hasChangedSignIn: signInChanged.has(userNo),
    }
  }
}

interface ApprovedRow {
  readonly owner: string
  readonly approved: string
  readonly released: string
  readonly releasedAsCredited: string
  readonly hasCredited: boolean
}
