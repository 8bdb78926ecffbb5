import { catalogueFor } from '#server/platform/catalogues.ts'
import type { Recipient } from '#server/platform/mail.ts'
import type { Queryable } from '#server/projections/documents.ts'
import type { Catalogue } from '#shared/text/catalogue.ts'

/** The recipient of mails to a user; undefined if the user was deleted. */
export async function findRecipient(db: Queryable, userId: string): Promise<Recipient | undefined> {
  const { rows } = await db.query<Recipient>(
    'select email, language from person where user_id = $1',
    [userId],
  )
  return rows[0]
}

/** The owner of a stream; undefined if they were deleted. */
export async function findOwnerOf(
  db: Queryable,
  stream: string,
): Promise<(Recipient & { readonly userId: string }) | undefined> {
  const { rows } = await db.query<Recipient & { readonly userId: string }>(
    `select p.user_id as "userId", p.email, p.language
     from document d join person p on p.user_no = d.owner where d.stream = $1`,
    [stream],
  )
  return rows[0]
}

/** The catalogue for a file that a user downloads. */
export async function catalogueOfReader(db: Queryable, userId: string): Promise<Catalogue> {
  const recipient = await findRecipient(db, userId)
  return catalogueFor(recipient?.language ?? null)
}
