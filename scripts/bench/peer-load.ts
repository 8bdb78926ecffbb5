import { getPostgreSQLEventStore, postgreSQLProjection } from '@event-driven-io/emmett-postgresql'
import pg from 'pg'
import { EVENT_BYTES, type Load, newId } from './log-loads.ts'

interface OrderMoved {
  readonly type: 'OrderMoved'
  readonly data: { readonly owner: number; readonly change: number; readonly text: string }
  readonly metadata?: Record<string, unknown>
}

const { INT8, JSON: JSON_TYPE, JSONB } = pg.types.builtins
const CHANGED_TYPES = [INT8, JSON_TYPE, JSONB]

const FUNDS = 1_000_000_000
const RESERVED = 60

/**
 * The same orders on another event store, Emmett: placed and cancelled in turn, with two balances
 * moved in the commit of each event, none below zero.
 *
 * It does less: it stores no idempotency key, no hash and no state of the stream.
 */
export async function peerLoad(url: string, clients: number) {
  const pool = new pg.Pool({ connectionString: url, max: clients })
  pool.on('error', () => {})
  await pool.query(`
    create table bench_balance (
      owner int not null, kind text not null, amount numeric not null check (amount >= 0),
      primary key (owner, kind)
    ) with (fillfactor = 50);
    insert into bench_balance
    select owner, kind, ${FUNDS} from generate_series(1, ${clients}) as owner,
           unnest(array['available', 'frozen']) as kind`)
  const readers = CHANGED_TYPES.map((type) => [type, pg.types.getTypeParser(type)] as const)
  const store = getPostgreSQLEventStore(url, {
    connectionOptions: { pool },
    projections: [{ type: 'inline', projection: balances }],
  })
  await store.schema.migrate()
  // Emmett changes how all connections of the process parse these types: restore the parsers.
  for (const [type, reader] of readers) pg.types.setTypeParser(type, reader)
  const open = new Map<number, string>()
  const load: Load = async (client) => {
    const known = open.get(client)
    const stream = known ?? `order-${newId(Date.now())}`
    const change = known === undefined ? -RESERVED : RESERVED
    const event: OrderMoved = {
      type: 'OrderMoved',
      data: { owner: client + 1, change, text: TEXT },
    }
    const expectedStreamVersion = known === undefined ? 0n : 1n
    await store.appendToStream<OrderMoved>(stream, [event], { expectedStreamVersion })
    if (known === undefined) open.set(client, stream)
    else open.delete(client)
  }
  const close = async () => {
    await store.close()
    await pool.end()
  }
  return { load, close }
}

const TEXT = 'x'.repeat(EVENT_BYTES)

const balances = postgreSQLProjection<OrderMoved>({
  name: 'bench_balance',
  canHandle: ['OrderMoved'],
  async handle(events, { connection: { client } }) {
    for (const { data } of events) {
      await client.query({
        name: 'move',
        text: `update bench_balance as held set amount = held.amount + moved.change
               from (values ('available', $2::numeric), ('frozen', -$2::numeric))
                    as moved (kind, change)
               where held.owner = $1 and held.kind = moved.kind`,
        values: [data.owner, data.change],
      })
    }
  },
})
