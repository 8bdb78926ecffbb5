import { type Kysely, sql } from 'kysely'

/**
 * The review desk's order and filters, who works on which case, and look-alike proofs.
 *
 * A claim is a row and no event: it moves and decides nothing, and ends by itself.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One index for every filter: what does not begin it is still checked before a row is read.
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
  // Four bands of 16 bits. Of two hashes that differ in ten bits, one band differs in two at most.
  await sql`
    create function perceptual_bands(hash bigint) returns int[]
      language sql immutable parallel safe
      return array[
        (hash & 65535)::int, 65536 + ((hash >> 16) & 65535)::int,
        131072 + ((hash >> 32) & 65535)::int, 196608 + ((hash >> 48) & 65535)::int
      ]`.execute(db)
  await sql`
    create index upload_look_alikes on upload using gin (perceptual_bands(perceptual_hash))
      with (fastupdate = off)
      where kind = 'screenshot' and perceptual_hash is not null`.execute(db)
}
