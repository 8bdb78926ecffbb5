import { type Kysely, sql } from 'kysely'

/**
 * Accounts that their owners have deleted, and the picture of a person.
 *
 * A closed account accepts no events, not even of commands in progress when it closed:
 * `append_batch` fails with LG004. The function is repeated in full.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table person add column picture uuid`.execute(db)
  await sql`
    create table closed_account (
      user_no   bigint primary key,
      closed_at timestamptz not null
    )`.execute(db)
  await sql.raw(APPEND_BATCH).execute(db)
}

const APPEND_BATCH = `
create or replace function append_batch(
  streams text[], kinds text[], owners bigint[], expected_versions bigint[],
  keys uuid[], request_hashes bytea[], types text[], schema_versions int[], hashes bytea[],
  statuses text[], waitings boolean[], ats timestamptz[],
  data_texts text, metadata_texts text, state_texts text,
  first_transfers int[], last_transfers int[], debits bigint[], credits bigint[], amounts numeric[],
  accounts bigint[], changes numeric[], lowest_changes numeric[]
) returns bigint language plpgsql as $$
declare
  separator   text := chr(30);
  states      text[] := string_to_array(state_texts, separator);
  moved       int;
  updated     int := 0;
  inserted    int := 0;
  last_before bigint;
begin
  for i in 1 .. cardinality(debits) loop
    if abs(debits[i]) / 2 % 512 <> abs(credits[i]) / 2 % 512 or amounts[i] <= 0 then
      raise exception 'unsound transfer' using errcode = 'LG003';
    end if;
  end loop;

  -- The lock is shared among writers; whoever closes an account takes it alone, so every command
  -- either was committed before the look at what the account holds, or finds it closed here.
  perform pg_advisory_xact_lock_shared(7, 2);
  if exists (select from closed_account where user_no = any (owners)) then
    raise exception 'a closed account' using errcode = 'LG004';
  end if;

  -- 1. Balances. The lowest change makes sure that none is below zero between two commands either.
  if cardinality(accounts) > 0 then
    update balance
    set amount = amount + c.change
    from unnest(accounts, changes, lowest_changes) as c (account, change, lowest)
    where balance.account = c.account and balance.amount + c.lowest >= 0;
    get diagnostics moved = row_count;
    if moved <> cardinality(accounts) then
      raise exception 'overdrawn' using errcode = 'LG001';
    end if;
  end if;

  -- 2. The streams' documents: known ones at the version that was decided on, new ones as new.
  if 0 < any (expected_versions) then
    update document
    set status = c.status, waiting = c.waiting, version = c.expected + 1, hash = c.hash,
        updated_at = c.at, data = c.state::json
    from unnest(streams, expected_versions, statuses, waitings, hashes, ats, states)
         as c (stream, expected, status, waiting, hash, at, state)
    where c.expected > 0 and document.stream = c.stream and document.version = c.expected;
    get diagnostics updated = row_count;
  end if;
  if 0 = any (expected_versions) then
    insert into document
      (stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data)
    select stream, kind, owner, status, waiting, 1, hash, at, at, state::json
    from unnest(streams, kinds, owners, expected_versions, statuses, waitings, hashes, ats, states)
         as c (stream, kind, owner, expected, status, waiting, hash, at, state)
    where expected = 0;
    get diagnostics inserted = row_count;
  end if;
  if updated + inserted <> cardinality(streams) then
    raise exception 'a stream has moved on' using errcode = 'LG002';
  end if;

  -- 3. Events, under a lock that is taken last and held until the commit can be seen: whoever reads
  --    position n finds every position below it committed.
  perform pg_advisory_xact_lock(7, 1);
  last_before := (select coalesce(max(position), 0) from event);
  insert into event
    (position, stream, version, key, request_hash, type, schema_version, data, metadata, hash,
     debits, credits, amounts)
  select last_before + command, stream, expected + 1, key, request_hash, type, schema_version,
         data::json, metadata::json, hash,
         debits[first:last], credits[first:last], amounts[first:last]
  from unnest(streams, expected_versions, keys, request_hashes, types, schema_versions, hashes,
              string_to_array(data_texts, separator), string_to_array(metadata_texts, separator),
              first_transfers, last_transfers)
       with ordinality
       as c (stream, expected, key, request_hash, type, schema_version, hash, data, metadata,
             first, last, command);
  return last_before;
end $$`
