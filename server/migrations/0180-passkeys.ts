import { type Kysely, sql } from 'kysely'

/**
 * Passkeys, their challenges, and the step-up proofs of sessions. Withdrawals no longer contain a
 * code, so it is no longer stored which request used one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table second_factor_use`.execute(db)
  // Null: proved only by the sign-in.
  await sql`alter table session add column proved_at timestamptz`.execute(db)
  await sql`
    create table passkey (
      id            uuid primary key,
      user_id       uuid not null references person on delete cascade,
      credential_id text not null unique,
      public_key    bytea not null,
      -- Of signatures, as the authenticator counts them; 0 for those that do not count.
      counter       bigint not null,
      name          text not null,
      transports    text[] not null,
      is_synced     boolean not null,
      created_at    timestamptz not null,
      last_used_at  timestamptz
    )`.execute(db)
  await sql`create index passkey_by_user on passkey (user_id)`.execute(db)
  // Deleted when it is used, so that it is valid once.
  await sql`
    create table passkey_challenge (
      challenge  text primary key,
      purpose    text not null,
      -- Null before a log-in.
      session_id uuid references session on delete cascade,
      nonce      text not null,
      statement  text,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index passkey_challenge_by_end on passkey_challenge (expires_at)`.execute(db)
  await sql`
    create table passkey_proof (
      session_id     uuid not null references session on delete cascade,
      statement_hash bytea not null,
      proof          jsonb not null,
      expires_at     timestamptz not null,
      primary key (session_id, statement_hash)
    )`.execute(db)
  await sql`create index passkey_proof_by_end on passkey_proof (expires_at)`.execute(db)
}
