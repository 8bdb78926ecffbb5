import { expect, test } from 'vitest'
import { isActiveStaffSql } from '#server/facts/staff-roles.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const DOCUMENTS = 20_000
const { pool } = await openTestDatabase()

test('whether a person is staff is looked up by key, however many rows ask and documents exist', async () => {
  await pool.query(
    `insert into document (stream, kind, status, waiting, version, hash, data)
     select 'user-' || gen_random_uuid(), 'user', 'active', false, 1, '', '{"role": "customer"}'
     from generate_series(1, ${DOCUMENTS})`,
  )
  await pool.query('analyze document')
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select ${isActiveStaffSql("(d.data ->> 'by')")} from document d`,
  )
  const plan = rows.map((row) => row['QUERY PLAN'])
  expect(plan.filter((line) => line.includes('Seq Scan on document s'))).toEqual([])
  expect(plan.join('\n')).toContain('document_pkey')
})
