import type { Features } from '#server/feature.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Services } from '#server/services.ts'
import { instantOf } from '#shared/time.ts'
import { type ExportRules, exportedStream, type StreamOfUser } from './exported-events.ts'

/** How many streams have their events in memory at once. */
const STREAMS_AT_ONCE = 100

/**
 * All data about a user, as the pieces of one JSON text: what each feature declares, then the events.
 * However long the history is, only a hundred streams are in memory.
 *
 * Shape   { exported_at, profile, balances, …, streams: [{ stream, events }] }
 */
export async function* exportOf(
  services: Services,
  { personalData, ...rules }: Pick<Features, 'personalData'> & ExportRules,
  { userId, userNo }: Pick<Caller, 'userId' | 'userNo'>,
): AsyncGenerator<string> {
  const { pool, clock } = services
  yield `{"exported_at":${JSON.stringify(instantOf(clock.now()))}`
  for (const source of personalData) {
    if (!('read' in source)) continue
    const held = await source.read(services, { userId, userNo })
    yield `,${JSON.stringify(source.name)}:${JSON.stringify(held)}`
  }
  yield ',"streams":['
  const { rows: streams } = await pool.query<{ stream: string }>(STREAMS, [userNo])
  let separator = ''
  for (let done = 0; done < streams.length; done += STREAMS_AT_ONCE) {
    const names = streams.slice(done, done + STREAMS_AT_ONCE).map(({ stream }) => stream)
    const { rows } = await pool.query<StreamOfUser>(EVENTS, [names])
    for (const row of rows) {
      const stream = exportedStream(rules, row, userId)
      if (stream === undefined) continue
      yield separator + stream
      separator = ','
    }
  }
  yield ']}'
}

const STREAMS = 'select stream from document where owner = $1 order by created_at, stream'

// `waiting` is of the same moment as the events.
const EVENTS = `
  select stream, document.waiting,
         json_agg(json_build_object(
           'position', event.position::text, 'version', event.version, 'type', event.type,
           'recorded_at', event.recorded_at, 'data', event.data,
           'actor', event.metadata #>> '{actor,kind}') order by event.version) as events
  from event join document using (stream)
  where stream = any ($1) group by stream, document.waiting order by stream`
