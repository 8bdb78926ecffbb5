import { type Kysely, sql } from 'kysely'

/**
 * What open streams count towards limits, added up in the commit of each append, so that two
 * concurrent commands cannot both take the last room. The claims are in the state of the stream;
 * they count from its first event until it is no longer active.
 *
 * The lock makes the order in which rows are updated irrelevant. Every append with claims takes it,
 * after the balances and before the lock of positions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table open_claim (
      name   text collate "C" primary key,
      amount numeric not null check (amount >= 0)
    )`.execute(db)
  await sql.raw(ADD_CLAIMS).execute(db)
  await sql`
    create trigger add_claims after insert on document
      for each row when (new.kind = 'futures' and new.status = 'active')
      execute function add_claims()`.execute(db)
  await sql`
    create trigger drop_claims after update of status on document
      for each row when (new.kind = 'futures' and old.status = 'active' and new.status <> 'active')
      execute function add_claims()`.execute(db)
}

const ADD_CLAIMS = `
create function add_claims() returns trigger language plpgsql as $$
declare
  claim record;
  total numeric;
begin
  if new.data -> 'claims' is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(7, 5);
  for claim in
    select * from json_to_recordset(new.data -> 'claims')
      as c (name text, amount numeric, maximum numeric)
  loop
    if tg_op = 'INSERT' then
      insert into open_claim as known (name, amount) values (claim.name, claim.amount)
      on conflict (name) do update set amount = known.amount + excluded.amount
      returning amount into total;
      if total > claim.maximum then
        raise exception 'beyond a limit' using errcode = 'LG005';
      end if;
    else
      -- Never below zero, even if the sums were tampered with: a trade must always be able to end.
      update open_claim set amount = greatest(amount - claim.amount, 0) where name = claim.name;
    end if;
  end loop;
  return null;
end $$`
