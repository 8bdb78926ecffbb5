import { type Kysely, sql } from 'kysely'

/**
 * Personal data in verifications. It is sealed and deleted with the person; events hold only its id.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kyc_applicant (
      id         uuid primary key,
      user_id    uuid not null references person on delete cascade,
      details    bytea not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`create index kyc_applicant_by_user on kyc_applicant (user_id)`.execute(db)
  await sql`
    create index document_kyc_submission on document ((data ->> 'submissionId'))
      where kind = 'kyc'`.execute(db)
  await sql`
    create index document_kyc_status
      on document (status, (coalesce(data ->> 'reviewedAt', data ->> 'submittedAt')), stream)
      where kind = 'kyc'`.execute(db)
  await sql`
    create index document_kyc
      on document ((coalesce(data ->> 'reviewedAt', data ->> 'submittedAt')), stream)
      where kind = 'kyc'`.execute(db)
  // Finds a submission even after it was replaced or reset.
  await sql`
    create index event_kyc_submission on event ((data ->> 'submissionId'))
      where type = 'KycSubmitted'`.execute(db)
}
