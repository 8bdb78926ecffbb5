import { type Kysely, sql } from 'kysely'

/** Tables of the ledger's followers: the sums of the house, and the lines of statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table house_balance (
      account  bigint primary key check (account < 0),
      amount   numeric not null,
      position bigint not null
    )`.execute(db)

  await sql`
    create table journal (
      account  bigint not null check (account > 0),
      position bigint not null,
      amount   numeric not null,
      balance  numeric not null check (balance >= 0),
      primary key (account, position)
    )`.execute(db)
}
