import { expect, test } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import { openTestApp } from './support/app.ts'

const { database } = await openTestApp()

/** Tables that hold no data of people besides what their events and documents say. */
const OF_THE_LOG = new Set(['event', 'document'])

/** Tables that refer to a person, or to a row that does, and those with the id of one. */
const REFERRING = `
  with recursive referring as (
    select 'person'::regclass::oid as id
    union
    select conrelid from pg_constraint join referring on confrelid = referring.id
    where contype = 'f'
  )
  select relname as name from referring join pg_class on pg_class.oid = referring.id
  union
  select table_name from information_schema.columns
  where table_schema = current_schema() and column_name = 'user_id'
  order by name`

test('every table that refers to a person is exported, or says why not', async () => {
  const { rows } = await database.pool.query<{ name: string }>(REFERRING)
  const tables = rows.map(({ name }) => name).filter((name) => !OF_THE_LOG.has(name))
  const declared = FEATURES.personalData.flatMap((data) => data.tables)
  expect(tables.length).toBeGreaterThan(15)
  expect(tables.filter((name) => !declared.includes(name))).toEqual([])
  const reasons = FEATURES.personalData.flatMap((data) =>
    'notExported' in data ? data.notExported : [],
  )
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].{20,}\.$/)
})

test('the tables that features declare exist', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    'select table_name as name from information_schema.tables where table_schema = current_schema()',
  )
  const existing = rows.map(({ name }) => name)
  const declared = FEATURES.personalData.flatMap((data) => data.tables)
  expect(declared.filter((name) => !existing.includes(name))).toEqual([])
})
