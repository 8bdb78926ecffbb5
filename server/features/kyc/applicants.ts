import * as z from 'zod/mini'
import type { Vault } from '#server/platform/vault.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { readOwnRows } from '#server/queries/own-rows.ts'

/**
 * The personal data of a verification: encrypted, stored outside the log, deleted with the person.
 */
const applicantShape = z.object({ fullName: z.string(), ssn: z.string(), address: z.string() })
export type Applicant = z.infer<typeof applicantShape>

interface Needs {
  readonly pool: Queryable
  readonly vault: Vault
}

/** Written before the event that names it; a repeated submission writes nothing. */
export async function saveApplicant(
  { pool, vault }: Needs,
  id: string,
  userId: string,
  applicant: Applicant,
): Promise<void> {
  const sealed = await vault.seal(userId, purposeOf(id), Buffer.from(JSON.stringify(applicant)))
  await pool.query(
    `insert into kyc_applicant (id, user_id, details) values ($1, $2, $3)
     on conflict do nothing`,
    [id, userId, sealed],
  )
}

/** The data of applicants, by the id of their submission; without erased users. */
export async function findApplicants(
  { pool, vault }: Needs,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Applicant>> {
  const { rows } = await pool.query<{ id: string; user_id: string; details: Buffer }>({
    name: 'kyc applicants',
    text: 'select id, user_id, details from kyc_applicant where id = any ($1::uuid[])',
    values: [ids],
  })
  const found = await Promise.all(
    rows.map(async ({ id, user_id, details }) => {
      const opened = await vault.open(user_id, purposeOf(id), details)
      return opened && ([id, applicantShape.parse(JSON.parse(opened.toString()))] as const)
    }),
  )
  return new Map(found.filter((entry) => entry !== undefined))
}

/** What a user entered in their verifications, oldest first. */
export async function readOwnApplicants(needs: Needs, userId: string): Promise<object[]> {
  const rows = await readOwnRows(needs.pool, { table: 'kyc_applicant', userId }, (ids) =>
    findApplicants(needs, ids),
  )
  return rows.map(({ opened: { fullName: full_name, ssn, address }, ...row }) => ({
    ...row,
    full_name,
    ssn,
    address,
  }))
}

export async function deleteApplicant(pool: Queryable, id: string): Promise<void> {
  await pool.query('delete from kyc_applicant where id = $1', [id])
}

function purposeOf(id: string): string {
  return `kyc applicant ${id}`
}
