import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { DomainEvent } from '#server/events/decider.ts'
import { requestHash } from '#server/events/idempotency.ts'
import type { AppendCommand, EventLog } from '#server/events/log.ts'
import { ASSETS } from '#shared/assets.ts'
import { uuidV7 } from '#shared/ids.ts'

const AT = '2026-01-31T09:30:00.000Z'
const USER_ID = '018f0000-0000-7000-8000-000000000001'
const REQUEST = requestHash('benchmark')
export const EVENT_BYTES = 409

/** A load: what one client does once. */
export type Load = (client: number) => Promise<void>

/**
 * The limit: what pgbench would do, one-row inserts of an event's size over as many connections.
 */
export async function insertLoad(url: string, clients: number) {
  const pool = new pg.Pool({ connectionString: url, max: clients })
  await pool.query(`
    create table if not exists bench_insert (
      position bigint generated always as identity primary key,
      stream text collate "C" not null,
      version bigint not null,
      data jsonb not null,
      recorded_at timestamptz not null default clock_timestamp()
    )`)
  const data = JSON.stringify({ event: 'x'.repeat(EVENT_BYTES - '{"event":""}'.length) })
  const load: Load = async (client) => {
    await pool.query({
      name: 'insert',
      text: 'insert into bench_insert (stream, version, data) values ($1, $2, $3)',
      values: [`stream-${client}`, 1, data],
    })
  }
  return { load, close: () => pool.end() }
}

/** Orders placed and cancelled in turn: every command moves two balances and writes a document. */
export async function orderLoad(log: EventLog, clients: number): Promise<Load> {
  await Promise.all(Array.from({ length: clients }, (_, client) => fund(log, BigInt(client + 1))))
  const open = new Map<number, string>()
  return async (client) => {
    const owner = BigInt(client + 1)
    const id = open.get(client)
    if (id === undefined) {
      const made = newId(Date.now())
      await append(log, { owner, stream: `spot-order-${made}`, version: 0, event: placed(owner) })
      open.set(client, made)
    } else {
      await append(log, { owner, stream: `spot-order-${id}`, version: 1, event: cancelled })
      open.delete(client)
    }
  }
}

/** Deposits out of one custody account for all clients, or out of many. */
export function depositLoad(log: EventLog, custody: 'hot' | 'spread'): Load {
  return async (client) => {
    const symbol = custody === 'hot' ? 'USDT' : (ASSETS[client % ASSETS.length]?.symbol ?? 'USDT')
    const event = adjusted(symbol, '1.5')
    const stream = `deposit-${newId(Date.now())}`
    await append(log, { owner: BigInt(client + 1), stream, version: 0, event })
  }
}

/** More than are ever in one group, so that two commands seldom move one account. */
const KNOWN_OWNERS = 256
let newcomers = 1_000_000n

/** Deposits, of which a share goes to accounts that never moved. */
export async function newcomerLoad(log: EventLog, share: number): Promise<Load> {
  const known = Array.from({ length: KNOWN_OWNERS }, (_, index) => BigInt(index + 1))
  await Promise.all(known.map((owner) => fund(log, owner)))
  return async () => {
    const isNew = Math.random() < share
    if (isNew) newcomers += 1n
    const owner = isNew ? newcomers : BigInt(randomInt(KNOWN_OWNERS) + 1)
    const stream = `deposit-${newId(Date.now())}`
    await append(log, { owner, stream, version: 0, event: adjusted('USDT', '1.5') })
  }
}

/** Ids sort by time, as the server makes them. */
export function newId(atMs: number): string {
  return uuidV7(atMs, randomUUID())
}

/** Enough USDT for any number of small orders. */
export async function fund(log: EventLog, owner: bigint): Promise<void> {
  const event = adjusted('USDT', '1000000000')
  const stream = `funding-${newId(Date.now())}`
  await append(log, { owner, kind: 'funding', stream, version: 0, event })
}

interface Step {
  readonly owner: bigint
  readonly kind?: 'funding'
  readonly stream: string
  readonly version: 0 | 1
  readonly event: DomainEvent
}

async function append(log: EventLog, step: Step): Promise<void> {
  const { owner, kind = 'spot-order', stream, version, event } = step
  const command: AppendCommand = {
    stream,
    kind,
    owner,
    expectedVersion: version,
    // Any 32 bytes cost the same; these chains are measured, never verified.
    previousHash: version === 0 ? null : REQUEST,
    key: newId(Date.now()),
    requestHash: REQUEST,
    event,
    metadata: { actor: { kind: 'user', id: USER_ID }, at: AT, correlation: USER_ID },
    state: { ...placed(owner).data, status: 'pending', reviewedBy: null, reviewedAt: null },
    summary: { status: 'pending', waiting: kind === 'spot-order' && version === 0 },
  }
  const { outcome } = await log.append(command)
  if (outcome !== 'ok') throw new Error(`the benchmark's append: ${outcome}`)
}

function placed(owner: bigint) {
  return {
    type: 'SpotOrderPlaced',
    data: {
      userId: USER_ID,
      userNo: String(owner),
      symbol: 'BTC',
      side: 'buy',
      orderType: 'limit',
      amount: '0.001',
      price: '60000',
      quote: null,
      reserved: { symbol: 'USDT', amount: '60' },
      placedAt: AT,
    },
  }
}

const cancelled: DomainEvent = {
  type: 'SpotOrderCancelled',
  data: { cancelledAt: AT, released: { symbol: 'USDT', amount: '60' } },
}

function adjusted(symbol: string, amount: string): DomainEvent {
  return {
    type: 'BalanceAdjusted',
    data: { symbol, direction: 'credit', amount, reason: 'benchmark' },
  }
}
