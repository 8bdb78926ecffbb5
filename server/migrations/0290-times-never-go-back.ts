import { type Kysely, sql } from 'kysely'

/**
 * Until now, `recorded_at` was the plain clock of the database. If that clock was set back, or a
 * failover led to a host whose clock is behind, a later event got an earlier time, while "as of"
 * queries do a binary search in that order. It is now the later of the clock and the last event's
 * time, read under the lock that is held while positions are assigned. The events of a group share
 * one time. The function is repeated in full.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  is_alone    boolean := cardinality(streams) = 1;
  states      text[];
  moved       int := 0;
  opened      int;
  updated     int := 0;
  inserted    int := 0;
  last_before bigint;
  recorded    timestamptz;
begin
  for i in 1 .. cardinality(debits) loop
    if abs(debits[i]) / 2 % 512 <> abs(credits[i]) / 2 % 512 or amounts[i] <= 0 then
      raise exception 'unsound transfer' using errcode = 'LG003';
    end if;
  end loop;

  -- Writers share the lock and closing an account takes it alone, so every command either was
  -- committed before the look at what the account holds, or finds it closed here.
  perform pg_advisory_xact_lock_shared(7, 2);
  if exists (select from closed_account where user_no = any (owners)) then
    raise exception 'a closed account' using errcode = 'LG004';
  end if;

  -- 1. Balances. The lowest change makes sure that none is below zero between two commands either.
  if is_alone then
    for i in 1 .. cardinality(accounts) loop
      update balance set amount = amount + changes[i]
      where account = accounts[i] and amount + lowest_changes[i] >= 0;
      if found then
        moved := moved + 1;
      end if;
    end loop;
  elsif cardinality(accounts) > 0 then
    update balance
    set amount = amount + c.change
    from unnest(accounts, changes, lowest_changes) as c (account, change, lowest)
    where balance.account = c.account and balance.amount + c.lowest >= 0;
    get diagnostics moved = row_count;
  end if;
  if moved <> cardinality(accounts) then
    -- First movements, after all updates: two groups that lock in one order never wait for each
    -- other. A row that another writer has just added is left to the next try.
    insert into balance (account, amount)
    select c.account, c.change
    from unnest(accounts, changes, lowest_changes) as c (account, change, lowest)
    where c.lowest >= 0
      and not exists (select from balance as known where known.account = c.account)
    on conflict do nothing;
    get diagnostics opened = row_count;
    if moved + opened <> cardinality(accounts) then
      raise exception 'overdrawn' using errcode = 'LG001';
    end if;
  end if;

  -- 2. The streams' documents: known ones at the version that was decided on, new ones as new.
  if is_alone and expected_versions[1] > 0 then
    update document
    set status = statuses[1], waiting = waitings[1], version = expected_versions[1] + 1,
        hash = hashes[1], updated_at = ats[1], data = state_texts::json
    where stream = streams[1] and version = expected_versions[1];
    get diagnostics updated = row_count;
  elsif is_alone then
    insert into document
      (stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data)
    values (streams[1], kinds[1], owners[1], statuses[1], waitings[1], 1, hashes[1], ats[1],
            ats[1], state_texts::json);
    get diagnostics inserted = row_count;
  else
    states := string_to_array(state_texts, separator);
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
  end if;
  if updated + inserted <> cardinality(streams) then
    raise exception 'a stream has moved on' using errcode = 'LG002';
  end if;

  -- 3. Events, under a lock that is taken last and held until the commit can be seen: a reader of
  --    position n finds every position below it committed.
  perform pg_advisory_xact_lock(7, 1);
  if is_alone then
    insert into event
      (position, stream, version, key, request_hash, type, schema_version, data, metadata, hash,
       debits, credits, amounts, recorded_at)
    select coalesce(last.position, 0) + 1, streams[1], expected_versions[1] + 1, keys[1],
           request_hashes[1], types[1], schema_versions[1], data_texts::json, metadata_texts::json,
           hashes[1], debits, credits, amounts, greatest(clock_timestamp(), last.recorded_at)
    from (values (1)) as one
    left join (select position, recorded_at from event order by position desc limit 1) as last
      on true
    returning position - 1 into last_before;
    return last_before;
  end if;
  select position, recorded_at into last_before, recorded from event order by position desc limit 1;
  last_before := coalesce(last_before, 0);
  recorded := greatest(clock_timestamp(), recorded);
  insert into event
    (position, stream, version, key, request_hash, type, schema_version, data, metadata, hash,
     debits, credits, amounts, recorded_at)
  select last_before + command, stream, expected + 1, key, request_hash, type, schema_version,
         data::json, metadata::json, hash,
         debits[first:last], credits[first:last], amounts[first:last], recorded
  from unnest(streams, expected_versions, keys, request_hashes, types, schema_versions, hashes,
              string_to_array(data_texts, separator), string_to_array(metadata_texts, separator),
              first_transfers, last_transfers)
       with ordinality
       as c (stream, expected, key, request_hash, type, schema_version, hash, data, metadata,
             first, last, command);
  return last_before;
end $$`
