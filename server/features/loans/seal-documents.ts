import * as z from 'zod/mini'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import type { Services } from '#server/services.ts'
import { applyForLoan, submitLoan, uploadLoanDocument } from '#shared/contract/loans.ts'
import { fileKindsOf } from '#shared/contract/route.ts'

type Needs = Pick<Services, 'pool' | 'uploads'>

export const LOAN_FILES = [applyForLoan, submitLoan, uploadLoanDocument].flatMap(({ files }) =>
  fileKindsOf(files),
)

/** `after`: the last file that was looked at. */
const sealDocuments = defineTask(
  'loans.seal-documents',
  z.object({ after: z.nullable(z.string()) }),
)

/** One job seals some files and adds the next, so that money and timers do not wait for it. */
export function sealingTask({ pool, uploads }: Needs): TaskHandler {
  return handleTask(sealDocuments, async ({ after: before }) => {
    const after = await uploads.sealing.sealSome(LOAN_FILES, before)
    if (after !== undefined) await addJob(pool, sealDocuments, { after })
  })
}

/**
 * Files of loans were stored in plain form once. Begun at each start while there are any: a job that
 * died with its process is found dead only after hours.
 */
export async function beginSealing({ pool, uploads }: Needs): Promise<void> {
  if (await uploads.sealing.isNeeded(LOAN_FILES)) await addJob(pool, sealDocuments, { after: null })
}
