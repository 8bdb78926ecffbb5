import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import { PROOF_KEPT_DAYS } from '#shared/rules/deposits.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf } from '#shared/time.ts'

/**
 * Screenshots of credited deposits outlive the account for a while: they are evidence if a member
 * of staff credited a forged one, and later screenshots are compared with them.
 *
 * Source: docs/product.md, Account deletion
 */
const IS_KEPT_PROOF = (after: string) => `
  kind = 'screenshot' and id::text in (
    select data ->> 'screenshot' from document
    where document.owner = upload.owner and document.kind = 'deposit'
      and document.status = 'approved' and data ->> 'reviewedAt' > ${after})`

/** Deletes the uploads of an erased person, except those that must be kept for now. */
export async function eraseUploads(
  db: Queryable,
  { userNo, at }: { readonly userNo: bigint; readonly at: Instant },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `delete from upload where owner = $1 and not (${IS_KEPT_PROOF('$2')}) returning id`,
    [userNo, keptAfter(epochMsOf(at))],
  )
  return rows.map(({ id }) => id)
}

type Needs = Pick<Services, 'pool' | 'uploads' | 'clock'>

/** Deletes the proofs of erased people after their retention time. */
export async function eraseKeptProofs({ pool, uploads, clock }: Needs): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `delete from upload
     where owner in (select user_no from closed_account) and not (${IS_KEPT_PROOF('$1')})
     returning id`,
    [keptAfter(clock.now())],
  )
  await uploads.removeContent(rows.map(({ id }) => id))
}

export function keptProofsSweep(services: Needs): ScheduledTask {
  return {
    name: 'account.erase-kept-proofs',
    at: '29 3 * * *',
    run: () => eraseKeptProofs(services),
  }
}

function keptAfter(nowMs: number): Instant {
  return instantOf(nowMs - PROOF_KEPT_DAYS * DAY_MS)
}
