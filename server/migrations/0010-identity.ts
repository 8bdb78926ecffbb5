import { type Kysely, sql } from 'kysely'

/**
 * Persons, their secrets and their sessions. Events contain none of it, so erasing a person here
 * removes all personal data. Secrets are stored as hashes, or encrypted if they must be read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table person (
      user_id             uuid primary key,
      user_no             bigint generated always as identity unique,
      display_id          text not null unique,
      email               text not null unique,
      full_name           text not null,
      phone               text not null,
      -- Null until the address is confirmed: see sign_up.
      password_hash       text,
      password_changed_at timestamptz,
      email_confirmed_at  timestamptz,
      last_sign_in_at     timestamptz,
      created_at          timestamptz not null
    )`.execute(db)

  // Each sign-up has its own password and token. Confirming an address therefore uses the password
  // of its owner's sign-up, not that of a stranger who typed the address first.
  await sql`
    create table sign_up (
      id            uuid primary key,
      user_id       uuid not null references person on delete cascade,
      password_hash text not null,
      full_name     text not null,
      phone         text not null,
      token_hash    bytea not null unique,
      created_at    timestamptz not null,
      expires_at    timestamptz not null
    )`.execute(db)
  await sql`create index sign_up_by_user on sign_up (user_id, created_at desc)`.execute(db)

  await sql`
    create table recovery (
      id         uuid primary key,
      email      text not null,
      token_hash bytea not null unique,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index recovery_by_email on recovery (email)`.execute(db)

  await sql`
    create table session (
      id           uuid primary key,
      user_id      uuid not null references person on delete cascade,
      user_agent   text not null,
      created_at   timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at   timestamptz not null
    )`.execute(db)
  await sql`create index session_by_user on session (user_id)`.execute(db)
  await sql`
    create table access_token (
      hash         bytea primary key,
      -- The refresh token that was issued with it.
      refresh_hash bytea not null,
      session_id   uuid not null references session on delete cascade,
      expires_at   timestamptz not null,
      is_used      boolean not null default false
    )`.execute(db)
  await sql`create index access_token_by_session on access_token (session_id)`.execute(db)
  // Used tokens stay until their session ends: if one comes back, it was stolen.
  await sql`
    create table refresh_token (
      hash       bytea primary key,
      session_id uuid not null references session on delete cascade,
      used_at    timestamptz,
      -- The access token beside it was used, so its answer was not lost on the way.
      has_arrived boolean not null default false
    )`.execute(db)
  await sql`create index refresh_token_by_session on refresh_token (session_id)`.execute(db)

  await sql`
    create table second_factor (
      user_id    uuid primary key references person on delete cascade,
      secret     bytea not null,
      enabled_at timestamptz,
      -- The time step of the last code that was taken: no code counts twice.
      last_step  bigint not null default 0
    )`.execute(db)
  await sql`
    create table recovery_code (
      user_id uuid not null references person on delete cascade,
      hash    bytea not null,
      primary key (user_id, hash)
    )`.execute(db)

  await sql`
    create table throttle (
      name          text primary key,
      failures      int not null,
      blocked_until timestamptz not null,
      updated_at    timestamptz not null
    )`.execute(db)

  await sql`
    create table mail_sent (
      key     text primary key,
      sent_at timestamptz not null default clock_timestamp()
    )`.execute(db)

  await sql`
    create index document_admins on document (stream)
      where kind = 'user' and data ->> 'role' = 'admin'`.execute(db)
}
