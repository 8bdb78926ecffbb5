import type { Queryable } from '#server/projections/documents.ts'

/** Who made the submission, even after it was replaced or reset. */
export async function findSubmitter(
  db: Queryable,
  submissionId: string,
): Promise<{ userId: string; userNo: bigint } | undefined> {
  const { rows } = await db.query<{ user_id: string; user_no: string }>({
    name: 'kyc submitter',
    text: `select data ->> 'userId' as user_id, data ->> 'userNo' as user_no from event
           where type = 'KycSubmitted' and data ->> 'submissionId' = $1`,
    values: [submissionId],
  })
  const [row] = rows
  return row && { userId: row.user_id, userNo: BigInt(row.user_no) }
}
