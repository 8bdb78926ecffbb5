import { type Kysely, sql } from 'kysely'

/**
 * `append_batch`: appends a group of commands in one call and one commit, all or none.
 *
 * It is optimised for the case without errors and checks nothing beforehand. A command that must not
 * be appended makes a write affect too few rows, the call fails, and the caller finds the command at
 * fault and sends the others again (`server/events/find-faults.ts`). Error codes:
 *
 *   LG001  a balance would fall below zero, or an account has no row yet
 *   LG002  a stream is no longer at the expected version
 *   LG003  a transfer between different assets, or of zero: a bug in the postings
 *   23505  the key is already in the log, or another writer has just created the stream
 *
 * The i-th elements of the first arrays describe the i-th command; its transfers are those from its
 * first to its last index. Documents are sent as one text, joined by the record separator, which JSON
 * text never contains. `changes` sums the transfers by user account, in the order of the accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(APPEND_BATCH).execute(db)
}

const APPEND_BATCH = `
create function append_batch(
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
