import * as z from 'zod/mini'
import type { Vault } from '#server/platform/vault.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { readOwnRows } from '#server/queries/own-rows.ts'

/** The personal data of an applicant: stored outside the log, and deleted with the person. */
const detailsShape = z.object({
  monthlyIncome: z.nullable(z.string()),
  /** Only the loan page asks for the applicant's identity; the home page does not. */
  identity: z.nullable(
    z.object({
      fullName: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      dateOfBirth: z.string(),
    }),
  ),
  /** The file names of the documents on the applicant's device, in the same order. */
  documentNames: z.array(z.string()),
})
type Details = z.infer<typeof detailsShape>

export interface Applicant extends Details {
  readonly purpose: string
}

/** Stands for an applicant whose data was erased. */
export const ERASED: Applicant = {
  purpose: '',
  monthlyIncome: null,
  identity: null,
  documentNames: [],
}

interface Needs {
  readonly pool: Queryable
  readonly vault: Vault
}

/** Written before the event that names it; a repeated application writes nothing. */
export async function saveApplicant(
  { pool, vault }: Needs,
  id: string,
  userId: string,
  { purpose, ...details }: Applicant,
): Promise<void> {
  const sealed = await vault.seal(userId, purposeOf(id), Buffer.from(JSON.stringify(details)))
  await pool.query(
    `insert into loan_applicant (id, user_id, purpose, details) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [id, userId, purpose, sealed],
  )
}

/** The data of applicants, by id; without erased users. */
export async function findApplicants(
  { pool, vault }: Needs,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Applicant>> {
  const { rows } = await pool.query<{
    id: string
    user_id: string
    purpose: string
    details: Buffer
  }>({
    name: 'loan applicants',
    text: 'select id, user_id, purpose, details from loan_applicant where id = any ($1::uuid[])',
    values: [ids],
  })
  const found = await Promise.all(
    rows.map(async ({ id, user_id, purpose, details }) => {
      const opened = await vault.open(user_id, purposeOf(id), details)
      if (!opened) return undefined
      const read = detailsShape.parse(JSON.parse(opened.toString()))
      return [id, { purpose, ...read }] as const
    }),
  )
  return new Map(found.filter((entry) => entry !== undefined))
}

/** What a user entered in their loan applications, oldest first. */
export async function readOwnApplicants(needs: Needs, userId: string): Promise<object[]> {
  const rows = await readOwnRows(needs.pool, { table: 'loan_applicant', userId }, (ids) =>
    findApplicants(needs, ids),
  )
  return rows.map(({ id, created_at, opened }) => ({ id, created_at, ...exported(opened) }))
}

function exported({ purpose, monthlyIncome, identity, documentNames }: Applicant) {
  return {
    purpose,
    monthly_income: monthlyIncome,
    full_name: identity?.fullName ?? null,
    email: identity?.email ?? null,
    phone_number: identity?.phoneNumber ?? null,
    date_of_birth: identity?.dateOfBirth ?? null,
    document_names: documentNames,
  }
}

/** How long a row waits for its event: longer than any attempt to submit. */
const WAIT = '24 hours'

/** Deletes rows of applications that were refused or never completed. */
export async function sweepApplicants(pool: Queryable): Promise<void> {
  await pool.query(
    `delete from loan_applicant a
     where a.created_at < now() - $1::interval
       and not exists (
         select from document d
         where d.stream > 'loan-' and d.stream < 'loan.' and d.data ->> 'applicantId' = a.id::text)`,
    [WAIT],
  )
}

function purposeOf(id: string): string {
  return `loan applicant ${id}`
}
