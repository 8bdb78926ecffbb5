import type { ScheduledTask } from '#server/platform/jobs.ts'
import { isNamed } from '#server/platform/upload-rows.ts'
import type { Services } from '#server/services.ts'
import { submitKyc, uploadKycDocument } from '#shared/contract/kyc.ts'
import { fileKindsOf } from '#shared/contract/route.ts'
import { kyc } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'uploads'>

/** How long something waits for the submission that names it: longer than any try to submit. */
const WAIT = '24 hours'

/** What images for a verification are stored as. */
export const KYC_FILES = [submitKyc, uploadKycDocument].flatMap(({ files }) => fileKindsOf(files))

/**
 * Deletes what no verification rests on: after a reset, after a resubmission, and what was written
 * for submissions that were then refused. No one can see it any more. An image that another event
 * names stays: in former releases a loan could have the images of a verification.
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
    `delete from upload
     where kind = any ($2) and received_at < now() - $1::interval
       and not exists (
         select from document d
         where d.stream = 'kyc-' || upload.sealed_for
           and upload.id::text in (
             select documents.value from json_each_text(d.data -> 'documents') as documents))
       and not ${isNamed(kyc.kind)}
     returning id`,
    [WAIT, KYC_FILES],
  )
  await uploads.removeContent(rows.map(({ id }) => id))
}

export function kycSchedule(needs: Needs): ScheduledTask {
  return { name: 'kyc.sweep', at: '23 4 * * *', run: () => sweepKyc(needs) }
}
