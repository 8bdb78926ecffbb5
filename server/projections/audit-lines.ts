import type { Projection } from './projection.ts'

const UUID = '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'

// As json, the metadata would be parsed again for each of its values.
const READ_ONCE = `
  select position, stream, type, metadata, metadata ->> 'correlation' as request
  from (select position, stream, type, metadata::jsonb as metadata from event
        where position > $1 and position <= $2 offset 0) as e
  offset 0`

// A type has the same number in the live table and in a rebuilt one beside it.
const NEW_TYPES = `
  insert into event_type (name)
  select distinct type from event
  where position > $1 and position <= $2
    and not exists (select from event_type as known where known.name = event.type)
  on conflict (name) do nothing`

/**
 * Who acted on whom in each event. What was done and when is read from the log by each page.
 *
 * A change of role counts as an act of staff: it is made on the server, where no session identifies
 * the actor.
 *
 * Shape   position → number of the type, whether staff acted, id of the actor, number of the user
 *         who owns the stream, id of the request that caused it; none if a job did
 */
export const auditLines: Projection = {
  name: 'audit-lines',
  table: 'audit_line',
  addsOnly: true,
  async advance(transaction, table, { after, upTo }) {
    await transaction.query(NEW_TYPES, [after, upTo])
    await transaction.query(
      `insert into ${table} (position, subject, actor, request, type, by_staff)
       select e.position, d.owner, (e.metadata #>> '{actor,id}')::uuid,
              case when length(request) = 36 and request ~ '${UUID}' then request::uuid end,
              event_type.id, e.metadata #>> '{actor,kind}' = 'admin' or e.type = 'RoleGranted'
       from (${READ_ONCE}) as e
       left join event_type on event_type.name = e.type
       left join document as d on d.stream = e.stream`,
      [after, upTo],
    )
  },
}
