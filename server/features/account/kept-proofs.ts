import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import { PROOF_KEPT_DAYS } from '#shared/rules/deposits.ts'
import { DAY_MS, epochMsOf, type Instant, instantOf } from '#shared/time.ts'
import { SENT_TO_OTHERS } from './sent-files.ts'

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

interface ErasedOwner {
  readonly userId: string
  readonly userNo: bigint
}

/**
 * Deletes the uploads of an erased person, except those that must be kept for now, and those that
 * they sent to other users as a member of staff.
 */
export async function eraseUploads(
  db: Queryable,
  { userId, userNo, at }: ErasedOwner & { readonly at: Instant },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `delete from upload
     where owner = $1 and not (${IS_KEPT_PROOF('$3')})
       and id::text not in (${SENT_TO_OTHERS({ userNo: '$1', userId: '$2' })})
     returning id`,
    [userNo, userId, keptAfter(epochMsOf(at))],
  )
  return rows.map(({ id }) => id)
}

type Needs = Pick<Services, 'pool' | 'uploads' | 'clock'>

/** Deletes what was kept of the uploads of erased people, once no reason to keep it is left. */
export async function eraseKeptProofs({ pool, uploads, clock }: Needs): Promise<void> {
  const { rows: owners } = await pool.query<{ userId: string; userNo: string }>(
    `select substr(person.stream, length('user-') + 1) as "userId", kept.owner as "userNo"
     from (select distinct owner from upload) as kept
     join closed_account on closed_account.user_no = kept.owner
     join document as person on person.owner = kept.owner and person.kind = 'user'`,
  )
  const at = instantOf(clock.now())
  for (const { userId, userNo } of owners) {
    await uploads.removeContent(await eraseUploads(pool, { userId, userNo: BigInt(userNo), at }))
  }
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
