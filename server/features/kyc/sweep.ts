import type { ScheduledTask } from '#server/platform/jobs.ts'
import { isNamed } from '#server/platform/upload-rows.ts'
import type { Services } from '#server/services.ts'
import { submitKyc, uploadKycDocument } from '#shared/contract/kyc.ts'
import { fileKindsOf } from '#shared/contract/route.ts'
import { kyc } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'uploads'>

/** How long data waits for the submission that refers to it: longer than any attempt to submit. */
const WAIT = '24 hours'

/** Sorts before every other id. */
const NIL = '00000000-0000-0000-0000-000000000000'

/** The upload kinds of images for a verification. */
export const KYC_FILES = [submitKyc, uploadKycDocument].flatMap(({ files }) => fileKindsOf(files))

/** Rows that one statement examines, so that it ends in time however many there are. */
const ROWS_AT_ONCE = 2_000

/**
 * Deletes data that no verification uses: after a reset, after a resubmission, and data written for
 * submissions that were then refused. No one can see it any more. An image that another event
 * refers to is kept: in earlier releases a loan could use the images of a verification.
 */
export async function sweepKyc(
  { pool, uploads }: Needs,
  rowsAtOnce: number = ROWS_AT_ONCE,
): Promise<void> {
  for await (const ids of pagesOf(pool, OLD_APPLICANTS, [WAIT], rowsAtOnce)) {
    await pool.query(UNUSED_APPLICANTS, [ids])
  }
  for await (const ids of pagesOf(pool, OLD_IMAGES, [WAIT, KYC_FILES], rowsAtOnce)) {
    const { rows } = await pool.query<{ id: string }>(UNUSED_IMAGES, [ids, WAIT])
    await uploads.removeContent(rows.map(({ id }) => id))
  }
}

/** The ids that a statement selects, in pages: its last two parameters are `after` and a limit. */
async function* pagesOf(
  pool: Needs['pool'],
  statement: string,
  values: readonly unknown[],
  rowsAtOnce: number,
): AsyncGenerator<string[]> {
  let after = NIL
  while (true) {
    const { rows } = await pool.query<{ id: string }>(statement, [...values, after, rowsAtOnce])
    const ids = rows.map(({ id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    if (ids.length < rowsAtOnce) return
    after = last
  }
}

const OLD_APPLICANTS = `
  select id from kyc_applicant
  where created_at < now() - $1::interval and id > $2
  order by id limit $3`

const UNUSED_APPLICANTS = `
  delete from kyc_applicant a
  where a.id = any ($1)
    and not exists (
      select from document d
      where d.stream = 'kyc-' || a.user_id and d.data ->> 'submissionId' = a.id::text)`

const OLD_IMAGES = `
  select id from upload
  where received_at < now() - $1::interval and kind = any ($2) and id > $3
  order by id limit $4`

// The same image may have been sent again since the page was read, which renews its wait.
const UNUSED_IMAGES = `
  delete from upload
  where id = any ($1) and received_at < now() - $2::interval
    and not exists (
      select from document d
      where d.stream = 'kyc-' || upload.sealed_for
        and upload.id::text in (
          select documents.value from json_each_text(d.data -> 'documents') as documents))
    and not ${isNamed(kyc.kind)}
  returning id`

export function kycSchedule(needs: Needs): ScheduledTask {
  return { name: 'kyc.sweep', at: '23 4 * * *', run: () => sweepKyc(needs) }
}
