import { type Kysely, sql } from 'kysely'

/**
 * Sessions are bound to the key of a device, and devices are recognised. Earlier sessions have no
 * key; they end like any session without a key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Null: the client sent no key.
  await sql`alter table session add column key_thumbprint text`.execute(db)
  await sql`
    update session set expires_at = least(expires_at, now() + interval '12 hours')`.execute(db)
  // Used proofs, so that each is accepted only once.
  await sql`
    create table device_proof (
      session_id uuid not null references session on delete cascade,
      id_hash    bytea not null,
      expires_at timestamptz not null,
      primary key (session_id, id_hash)
    )`.execute(db)
  await sql`create index device_proof_by_end on device_proof (expires_at)`.execute(db)
  await sql`
    create table known_device (
      user_id uuid not null references person on delete cascade,
      hash    bytea not null,
      seen_at timestamptz not null,
      primary key (user_id, hash)
    )`.execute(db)
}
