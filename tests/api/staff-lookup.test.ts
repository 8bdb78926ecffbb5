import { expect, test } from 'vitest'
import { FIRST_HAS_LEFT } from '#server/facts/counting-first.ts'
import { isActiveStaffSql } from '#server/facts/staff-roles.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const DOCUMENTS = 20_000
const { pool } = await openTestDatabase()

async function planOf(expression: string): Promise<string> {
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select ${expression} from document d`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('whether a person is staff is looked up by key, however many rows ask and documents exist', async () => {
  await pool.query(
    `insert into document (stream, kind, status, waiting, version, hash, data)
     select 'user-' || gen_random_uuid(), 'user', 'active', false, 1, '', '{"role": "customer"}'
     from generate_series(1, ${DOCUMENTS})`,
  )
  await pool.query('analyze document')
  const plan = await planOf(isActiveStaffSql("(d.data ->> 'by')"))
  expect(plan).not.toContain('Seq Scan on document s')
  expect(plan).toContain('document_pkey')

  const leaving = await planOf(FIRST_HAS_LEFT)
  expect(leaving).not.toContain('Seq Scan on event')
  expect(leaving).toContain('event_stream_version_key')
})
