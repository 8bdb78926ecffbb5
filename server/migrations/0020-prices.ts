import { type Kysely, sql } from 'kysely'

/**
 * Every price that was ever offered as current, and the one-minute candles made from them. One
 * process at a time writes here, so positions follow the order of commits.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table price_tick (
      id         uuid primary key,
      position   bigint generated always as identity,
      symbol     text collate "C" not null,
      source     text collate "C" not null,
      price      numeric not null check (price > 0),
      at         timestamptz not null,
      -- The source's own time of the observation.
      source_at  timestamptz not null,
      change_24h numeric,
      volume_24h numeric,
      -- An event refers to it: it stays for ever.
      kept       boolean not null default false
    )`.execute(db)
  await sql`create unique index price_tick_position on price_tick (position)`.execute(db)
  await sql`create index price_tick_by_time on price_tick (symbol, at, position)`.execute(db)
  await sql`create index price_tick_unkept on price_tick (position) where not kept`.execute(db)

  await sql`
    create table price_candle (
      symbol    text collate "C" not null,
      source    text collate "C" not null,
      open_time timestamptz not null,
      open      numeric not null,
      high      numeric not null,
      low       numeric not null,
      close     numeric not null,
      volume    numeric not null,
      primary key (symbol, source, open_time)
    ) with (fillfactor = 70)`.execute(db)

  // When the replay of a file at a given speed began: its place follows from the time since then.
  await sql`
    create table price_replay (
      name       text primary key,
      started_at timestamptz not null
    )`.execute(db)
}
