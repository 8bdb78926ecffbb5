import type { ScheduledTask } from '#server/platform/jobs.ts'
import { isNamed } from '#server/platform/upload-rows.ts'
import type { Services } from '#server/services.ts'
import { submitKyc, uploadKycDocument } from '#shared/contract/kyc.ts'
import { fileKindsOf } from '#shared/contract/route.ts'
import { kyc } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'uploads'>

/** How long data waits for the submission that refers to it: longer than any attempt to submit. */
const WAIT = '24 hours'

/** The upload kinds of images for a verification. */
export const KYC_FILES = [submitKyc, uploadKycDocument].flatMap(({ files }) => fileKindsOf(files))

/**
 * Deletes data that no verification uses: after a reset, after a resubmission, and data written for
 * submissions that were then refused. No one can see it any more. An image that another event
 * refers to is kept: in earlier releases a loan could use the images of a verification.
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
