import { type Kysely, sql } from 'kysely'

/**
 * `append_batch`: a group of commands in one call and one commit, all of it or nothing.
 *
 * It is written for the case that all is well and asks nothing beforehand: a command that may not
 * be appended makes a write come up short, the call fails, and the caller finds out whose fault it
 * was and sends the others again (`server/events/find-faults.ts`). Error codes:
 *
 *   LG001  a balance would fall below zero, or an account has no row yet
 *   LG002  a stream is not at the expected version any more
 *   LG003  a transfer between different assets, or of nothing: a bug in the postings
 *   23505  the key stands in the log already, or another writer has just created the stream
 *
 * The i-th element of each of the first arrays describes the i-th command; `transfer_of` says which
 * command a transfer belongs to. Documents travel as one text, joined by the record separator,
 * which JSON text never holds.
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
  first_transfers int[], last_transfers int[],
  transfer_of int[], debits bigint[], credits bigint[], amounts numeric[]
) returns bigint language plpgsql as $$
declare
  commands    int := cardinality(streams);
  separator   text := chr(30);
  touched     int;
  moved       int;
  unsound     boolean;
  written     int;
  last_before bigint;
begin
  -- 1. Balances. The running sum makes sure that no account is below zero in between either: the
  --    changes of one command count as one step. Rows are locked in the order of their accounts.
  if cardinality(debits) > 0 then
    with transfer as materialized (
      select * from unnest(transfer_of, debits, credits, amounts) as t (command, debit, credit, amount)
    ), side as (
      select command, debit as account, -amount as amount from transfer where debit > 0
      union all
      select command, credit, amount from transfer where credit > 0
    ), step as (
      select account, sum(amount) as amount,
             sum(sum(amount)) over (partition by account order by command) as running
      from side group by account, command
    ), change as (
      select account, sum(amount) as amount, min(running) as lowest
      from step group by account order by account
    ), updated as (
      update balance set amount = balance.amount + change.amount
      from change
      where balance.account = change.account and balance.amount + change.lowest >= 0
      returning 1
    )
    select (select count(*) from change), (select count(*) from updated),
           (select bool_or(amount <= 0 or abs(debit) / 2 % 512 <> abs(credit) / 2 % 512) from transfer)
    into touched, moved, unsound;
    if unsound then raise exception 'unsound transfer' using errcode = 'LG003'; end if;
    if moved <> touched then raise exception 'overdrawn' using errcode = 'LG001'; end if;
  end if;

  -- 2. The streams' documents: existing ones at the version that was decided on, new ones new.
  update document
  set status = c.status, waiting = c.waiting, version = c.expected + 1, hash = c.hash,
      updated_at = c.at, data = c.state::jsonb
  from unnest(streams, expected_versions, statuses, waitings, hashes, ats,
              string_to_array(state_texts, separator))
       as c (stream, expected, status, waiting, hash, at, state)
  where c.expected > 0 and document.stream = c.stream and document.version = c.expected;
  get diagnostics written = row_count;

  insert into document
    (stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data)
  select stream, kind, owner, status, waiting, 1, hash, at, at, state::jsonb
  from unnest(streams, expected_versions, kinds, owners, statuses, waitings, hashes, ats,
              string_to_array(state_texts, separator))
       as c (stream, expected, kind, owner, status, waiting, hash, at, state)
  where expected = 0;
  get diagnostics touched = row_count;
  if written + touched <> commands then
    raise exception 'stream has moved on' using errcode = 'LG002';
  end if;

  -- 3. Positions, under a lock that is taken last and held until the commit can be seen: whoever
  --    reads position n finds every position below it committed.
  perform pg_advisory_xact_lock(7, 1);
  select coalesce(max(position), 0) into last_before from event;
  insert into event
    (position, stream, version, key, request_hash, type, schema_version, data, metadata, hash,
     debits, credits, amounts)
  select last_before + command, stream, expected + 1, key, request_hash, type, schema_version,
         data::jsonb, metadata::jsonb, hash,
         debits[first:last], credits[first:last], amounts[first:last]
  from unnest(streams, expected_versions, keys, request_hashes, types, schema_versions, hashes,
              string_to_array(data_texts, separator), string_to_array(metadata_texts, separator),
              first_transfers, last_transfers)
       with ordinality
       as c (stream, expected, key, request_hash, type, schema_version, hash, data, metadata,
             first, last, command);
  return last_before;
end $$`
