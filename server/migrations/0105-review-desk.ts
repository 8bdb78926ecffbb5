import { type Kysely, sql } from 'kysely'

/**
 * The review desk's order and filters, who works on which case, and look-alike proofs.
 *
 * A claim is a row, not an event: it moves and decides nothing, and it expires.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One index for all filters: conditions on its later columns are checked before a row is read.
  await sql`
    create index document_reviews on document (
      (coalesce(data ->> 'submittedAt', data ->> 'placedAt', data ->> 'createdAt',
                data #>> '{firstApproval,approvedAt}')), stream, kind,
      (split_part(coalesce(data ->> 'symbol', data #>> '{principal,symbol}'), '/', 1))
    ) where waiting`.execute(db)
  await sql`
    create table review_claim (
      stream     text collate "C" primary key,
      claimed_by uuid not null references person on delete cascade,
      claimed_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index review_claim_by_person on review_claim (claimed_by)`.execute(db)

  // Which case a proof belongs to.
  await sql`
    create index document_deposit_screenshot on document ((data ->> 'screenshot'))
      where kind = 'deposit'`.execute(db)
  // Everything that a search for look-alikes reads: narrow enough to scan in full.
  await sql`
    create index upload_hashes on upload (perceptual_hash) include (id, sha256)
      where kind = 'screenshot'`.execute(db)
}
