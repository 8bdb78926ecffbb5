import * as z from 'zod/mini'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { applyForLoan, submitLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import { fileKindsOf } from '#shared/contract/route.ts'

type Needs = Pick<Services, 'pool' | 'uploads'>

export const LOAN_FILES = [applyForLoan, submitLoan, uploadLoanDocument].flatMap(({ files }) =>
  fileKindsOf(files),
)

/** `after`: the last file that was processed. */
const sealDocuments = defineTask(
  'loans.seal-documents',
  z.object({ after: z.nullable(z.string()) }),
)

/** One job seals a few files and adds the next job, so that other jobs and timers do not wait. */
export function sealingTask({ pool, uploads }: Needs): TaskHandler {
  return handleTask(sealDocuments, async ({ after: before }) => {
    const after = await uploads.sealing.sealSome(LOAN_FILES, before)
    if (after !== undefined) await addJob(pool, sealDocuments, { after })
  })
}

/**
 * Earlier releases stored the files of loans unencrypted. Sealing is started on each start of the
 * server while there are any, because a job whose process died is retried only after hours.
 */
export async function beginSealing({ pool, uploads }: Needs): Promise<void> {
  if (await uploads.sealing.isNeeded(LOAN_FILES)) await addJob(pool, sealDocuments, { after: null })
}
