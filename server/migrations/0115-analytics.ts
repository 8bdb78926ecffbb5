import { type Kysely, sql } from 'kysely'

/** The data of the dashboard's charts, folded asynchronously from the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table daily_figure (
      day    date not null,
      figure text collate "C" not null,
      symbol text collate "C" not null,
      count  bigint not null,
      amount numeric not null,
      primary key (day, figure, symbol)
    )`.execute(db)

  await sql`
    create table open_liability (
      part   text collate "C" not null,
      symbol text collate "C" not null,
      amount numeric not null,
      primary key (part, symbol)
    )`.execute(db)

  await sql`
    create table review_time (
      step    text collate "C" not null,
      start   date not null,
      kind    text collate "C" not null,
      seconds bigint not null,
      count   bigint not null,
      primary key (step, start, kind, seconds)
    )`.execute(db)

  // For the dashboard's counts of users, which must not scan the whole table.
  await sql`create index person_by_creation on person (created_at)`.execute(db)
  await sql`
    create index document_users on document (status) where kind = 'user'`.execute(db)
}
