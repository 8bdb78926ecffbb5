import { type Kysely, sql } from 'kysely'

export const oldestServer = 'any'

/**
 * Adds guards that an append keeps without raising them. The append fails if such a guard has
 * changed, as with raised guards, but appends that keep the same guard do not wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(HOLD_GUARDS).execute(db)
}

// A guard that was never raised first gets a row, because a missing row cannot be locked.
const HOLD_GUARDS = `
create function hold_guards(
  names text[], versions bigint[], kept_names text[], kept_versions bigint[]
) returns boolean language plpgsql as $$
declare
  kept int;
begin
  perform hold_guards(names, versions);
  insert into guard (name, version)
  select distinct name, 0 from unnest(kept_names) as g (name) order by name
  on conflict do nothing;
  select count(*) into kept from (
    select guard.version, g.version as seen
    from unnest(kept_names, kept_versions) as g (name, version) join guard using (name)
    order by guard.name for share of guard) as held
  where held.version = held.seen;
  if kept <> cardinality(kept_names) then
    raise exception 'what a decision read has changed' using errcode = 'LG002';
  end if;
  return true;
end $$`
