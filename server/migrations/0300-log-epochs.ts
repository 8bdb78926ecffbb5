import { type Kysely, sql } from 'kysely'

/**
 * Numbers the histories of the log. Two databases that were once the same and then diverged assign
 * the same positions to different events. So each history has an epoch, and a position identifies
 * an event only together with its epoch.
 *
 * Servers that do not know it keep serving. They start no epoch, so what they append to a promoted
 * standby before the first server of this release sees it belongs to the previous history.
 */
export const oldestServer = 'any'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LOG_EPOCH).execute(db)
  await sql.raw(LOG_HISTORY).execute(db)
  await sql.raw(ENTER_LOG_EPOCH).execute(db)
  await sql.raw(STANDBY_FLUSH).execute(db)
}

const LOG_EPOCH = `
create table log_epoch (
  epoch bigint primary key,
  -- The epoch before; 0 for the first. No epoch is followed by two, so servers that see a failover at
  -- the same time agree on one.
  follows bigint not null unique,
  -- The database that it belongs to: see log_history().
  history text not null,
  -- The last position that it shares with the epoch before.
  position bigint not null,
  began_at timestamptz not null default clock_timestamp()
)`

// A promotion starts a new timeline, a restored export is in another cluster, and a copy within a
// cluster is another database. The timeline in the control file changes only with the first
// checkpoint.
const LOG_HISTORY = `
create function log_history() returns text language sql volatile as $$
  select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
         || '/' || (select oid from pg_database where datname = current_database())
  from pg_control_system()
$$`

// An epoch consists of the second in which it began and 21 random bits, because a standby may be
// promoted without knowing the last epochs of its primary, and must not choose one of them again.
// JavaScript can represent it exactly until the year 2106.
const ENTER_LOG_EPOCH = `
create function enter_log_epoch(known bigint, known_position bigint, known_hash bytea)
returns table (epochs bigint[], positions bigint[]) language plpgsql as $$
declare
  here text := log_history();
  last log_epoch;
begin
  select * into last from log_epoch order by epoch desc limit 1;
  if last.history is distinct from here
     or (last.epoch = known and known_position > 0 and not exists (
           select from event where event.position = known_position and hash = known_hash)) then
    insert into log_epoch (epoch, follows, history, position)
    select greatest(extract(epoch from clock_timestamp())::bigint << 21, last.epoch, known)
             + 1 + floor(random() * ((1 << 21) - 1))::bigint,
           coalesce(last.epoch, 0), here, coalesce(max(event.position), 0)
    from event
    on conflict (follows) do nothing;
  end if;
  return query select array_agg(each.epoch order by each.epoch),
                      array_agg(each.position order by each.epoch)
               from log_epoch as each;
end $$`

// The application may not see the sessions of other roles, so this runs as the owner of the tables.
const STANDBY_FLUSH = `
create function standby_flush() returns pg_lsn language sql stable security definer
set search_path = pg_catalog as $$
  select max(flush_lsn) from pg_stat_replication where application_name <> 'pg_basebackup'
$$`
