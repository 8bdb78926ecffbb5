import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '#server/migrations/index.ts'
import { migrate } from '#server/platform/migrate.ts'
import { auditLines } from '#server/projections/audit-lines.ts'
import { rebuild } from '#server/projections/rebuild.ts'
import { withEmptyDatabase } from '#tests/support/empty-database.ts'

test('audit lines are copied as a rebuild would produce them', async () => {
  await withEmptyDatabase('audit_lines', async (url) => {
    const pool = new Pool({ connectionString: url, max: 2 })
    try {
      const earlier = Object.entries(MIGRATIONS).filter(([name]) => name < '0351')
      await migrate(url, url, { migrations: Object.fromEntries(earlier) })
      await pool.query(ACTS)
      expect(await migrate(url)).toContain('0351_short_audit_lines')
      const lines = async () => (await pool.query(AUDIT_LINES)).rows
      const copied = await lines()
      expect(copied).toEqual([
        {
          position: '1',
          name: 'OrderPlaced',
          by_staff: false,
          actor: ID,
          subject: '7',
          request: ID,
        },
        {
          position: '2',
          name: 'OrderFilled',
          by_staff: true,
          actor: ID,
          subject: '7',
          request: ID,
        },
        {
          ...{ position: '3', name: 'OrderPlaced', by_staff: false },
          ...{ actor: null, subject: null, request: null },
        },
      ])
      await rebuild(pool, auditLines, () => {})
      expect(await lines()).toEqual(copied)
    } finally {
      await pool.end()
    }
  })
})

const ID = '018f0000-0000-7000-8000-000000000001'

/** The lines as a follower of the previous release folded them. */
const ACTS = `
  insert into document (stream, kind, owner, status, waiting, version, hash, data)
  values ('order-1', 'order', 7, 'open', false, 2, '', '{}');
  insert into event (position, stream, version, key, request_hash, type, schema_version, data,
                     metadata, hash, debits, credits, amounts)
  select position, stream, version, gen_random_uuid(), '', type, 1, '{}', metadata::json, '',
         '{}', '{}', '{}'
  from (values
    (1, 'order-1', 1, 'OrderPlaced', '{"actor":{"id":"${ID}","kind":"user"},"correlation":"${ID}"}'),
    (2, 'order-1', 2, 'OrderFilled', '{"actor":{"id":"${ID}","kind":"admin"},"correlation":"${ID}"}'),
    (3, 'order-2', 1, 'OrderPlaced', '{"actor":{"kind":"system"},"correlation":"daily"}')
  ) as act (position, stream, version, type, metadata);
  insert into audit_line (position, type, actor_kind, actor, subject, request)
  select position, type, metadata #>> '{actor,kind}', (metadata #>> '{actor,id}')::uuid, owner,
         metadata ->> 'correlation'
  from event left join document using (stream)`

const AUDIT_LINES = `
  select position, name, by_staff, actor, subject, request
  from audit_line join event_type on event_type.id = audit_line.type order by position`
