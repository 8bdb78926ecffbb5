import type { ScheduledTask } from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { submitKyc, uploadKycDocument } from '#shared/contract/kyc.ts'

type Needs = Pick<Services, 'pool' | 'uploads'>

/** How long something waits for the submission that names it: longer than any try to submit. */
const WAIT = '24 hours'

const KINDS = [...Object.keys(submitKyc.files), ...Object.keys(uploadKycDocument.files)]

/**
 * Deletes what no verification rests on: after a reset, after a resubmission, and what was written
 * for submissions that were then refused. No one can see it any more.
 */
export async function sweepKyc({ pool, uploads }: Needs): Promise<void> {
  await pool.query(
    `delete from kyc_applicant a
     where a.created_at < now() - $1::interval
       and not exists (
         select from document d
         where d.stream = 'kyc-' || a.user_id and d.data ->> 'submissionId' = a.id::text)`,
    [WAIT],
  )
  const { rows } = await pool.query<{ id: string }>(
    `delete from upload u
     where u.kind = any ($2) and u.received_at < now() - $1::interval
       and not exists (
         select from document d
         where d.stream = 'kyc-' || u.sealed_for
           and u.id::text in (
             select documents.value from json_each_text(d.data -> 'documents') as documents))
     returning u.id`,
    [WAIT, KINDS],
  )
  await uploads.removeContent(rows.map(({ id }) => id))
}

export function kycSchedule(needs: Needs): ScheduledTask {
  return { name: 'kyc.sweep', at: '23 4 * * *', run: () => sweepKyc(needs) }
}
