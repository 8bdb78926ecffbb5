import { type Kysely, sql } from 'kysely'

/**
 * Versions of facts that decisions read outside their own stream: the claim on a request, or the
 * approvals of one member of staff. An append under a guard fails if its version has changed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table guard (
      name    text collate "C" primary key,
      version bigint not null
    )`.execute(db)
  await sql.raw(HOLD_GUARDS).execute(db)

  // What one member of staff has done since a moment.
  await sql`
    create index event_by_staff on event
      ((metadata #>> '{actor,id}'), (metadata ->> 'at'))
      where metadata #>> '{actor,kind}' = 'admin'`.execute(db)
}

// In the order of names, so that two groups cannot deadlock.
const HOLD_GUARDS = `
create function hold_guards(names text[], versions bigint[]) returns boolean language plpgsql as $$
declare
  held int;
begin
  insert into guard as known (name, version)
  select name, version + 1 from unnest(names, versions) as g (name, version) order by name
  on conflict (name) do update
  set version = excluded.version where known.version = excluded.version - 1;
  get diagnostics held = row_count;
  if held <> cardinality(names) then
    raise exception 'what a decision read has changed' using errcode = 'LG002';
  end if;
  return true;
end $$`
