import { type Kysely, sql } from 'kysely'

/**
 * Each group statement of `append_batch` reads its arrays by the index of the command. As a table
 * (`unnest`), they were first copied, array by array, which cost each group as much as several of
 * its events. The function is repeated in full.
 */
export const oldestServer = 'any'
export const canWait = true

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
  commands    int := cardinality(streams);
  touched     int := cardinality(accounts);
  datas       text[];
  metadatas   text[];
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
  if commands = 1 then
    for i in 1 .. touched loop
      update balance set amount = amount + changes[i]
      where account = accounts[i] and amount + lowest_changes[i] >= 0;
      if found then
        moved := moved + 1;
      end if;
    end loop;
  elsif touched > 0 then
    update balance
    set amount = amount + changes[i]
    from generate_series(1, touched) as i
    where account = accounts[i] and amount + lowest_changes[i] >= 0;
    get diagnostics moved = row_count;
  end if;
  if moved <> touched then
    -- First movements, after all updates: two groups that lock in one order never wait for each
    -- other. A row that another writer has just added is left to the next try.
    insert into balance (account, amount)
    select accounts[i], changes[i]
    from generate_series(1, touched) as i
    where lowest_changes[i] >= 0
      and not exists (select from balance as known where known.account = accounts[i])
    on conflict do nothing;
    get diagnostics opened = row_count;
    if moved + opened <> touched then
      raise exception 'overdrawn' using errcode = 'LG001';
    end if;
  end if;

  -- 2. The streams' documents: known ones at the version that was decided on, new ones as new.
  if commands = 1 and expected_versions[1] > 0 then
    update document
    set status = statuses[1], waiting = waitings[1], version = expected_versions[1] + 1,
        hash = hashes[1], updated_at = ats[1], data = state_texts::json
    where stream = streams[1] and version = expected_versions[1];
    get diagnostics updated = row_count;
  elsif commands = 1 then
    insert into document
      (stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data)
    values (streams[1], kinds[1], owners[1], statuses[1], waitings[1], 1, hashes[1], ats[1],
            ats[1], state_texts::json);
    get diagnostics inserted = row_count;
  else
    states := string_to_array(state_texts, separator);
    if 0 < any (expected_versions) then
      update document
      set status = statuses[i], waiting = waitings[i], version = expected_versions[i] + 1,
          hash = hashes[i], updated_at = ats[i], data = states[i]::json
      from generate_series(1, commands) as i
      where expected_versions[i] > 0
        and document.stream = streams[i] and document.version = expected_versions[i];
      get diagnostics updated = row_count;
    end if;
    if 0 = any (expected_versions) then
      insert into document
        (stream, kind, owner, status, waiting, version, hash, created_at, updated_at, data)
      select streams[i], kinds[i], owners[i], statuses[i], waitings[i], 1, hashes[i], ats[i], ats[i],
             states[i]::json
      from generate_series(1, commands) as i
      where expected_versions[i] = 0;
      get diagnostics inserted = row_count;
    end if;
  end if;
  if updated + inserted <> commands then
    raise exception 'a stream has moved on' using errcode = 'LG002';
  end if;

  -- 3. Events, under a lock that is taken last and held until the commit can be seen: a reader of
  --    position n finds every position below it committed.
  if commands > 1 then
    datas := string_to_array(data_texts, separator);
    metadatas := string_to_array(metadata_texts, separator);
  end if;
  perform pg_advisory_xact_lock(7, 1);
  if commands = 1 then
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
  select last_before + i, streams[i], expected_versions[i] + 1, keys[i], request_hashes[i],
         types[i], schema_versions[i], datas[i]::json, metadatas[i]::json, hashes[i],
         debits[first_transfers[i]:last_transfers[i]],
         credits[first_transfers[i]:last_transfers[i]],
         amounts[first_transfers[i]:last_transfers[i]], recorded
  from generate_series(1, commands) as i;
  return last_before;
end $$`
