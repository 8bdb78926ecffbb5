import { type Kysely, sql } from 'kysely'

/**
 * Personal data in loan applications. It is deleted with the person; events hold only its id. All but
 * the purpose, which reviewers search, is sealed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table loan_applicant (
      id         uuid primary key,
      user_id    uuid not null references person on delete cascade,
      purpose    text not null,
      details    bytea not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`create index loan_applicant_by_user on loan_applicant (user_id)`.execute(db)
  await sql`
    create index document_loan_applicant on document ((data ->> 'applicantId'))
      where kind = 'loan'`.execute(db)
}
