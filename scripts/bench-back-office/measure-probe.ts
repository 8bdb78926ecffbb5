import type { Pool } from 'pg'
import { percentiles } from '#scripts/bench/measure.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { PROBES } from './probes.ts'

const SAMPLES = 20
const WARM_UP = 3
const REQUESTS = 40
/** A request this slow is not repeated. */
const ENOUGH_MS = 15_000

/** A list or search of staff; the input varies a little each time. */
export interface Probe {
  readonly name: string
  readonly path: (turn: number) => string
}

export interface ProbeFigures {
  readonly name: string
  /** Milliseconds, from sending to the last byte of the response. */
  readonly p50: number
  readonly p95: number
  /** The error response, if there was one. */
  readonly failed?: string
}

/** The probes with sample ids from the database, from positions deep in each list. */
export async function probesWithSamples(
  pool: Pool,
  { staff, nowMs }: { readonly staff: string; readonly nowMs: number },
): Promise<Probe[]> {
  const { rows } = await pool.query('select max(position) / 2 as middle from event')
  const samples = new Map<string, readonly string[]>([
    ['staff', [staff]],
    ['position', [rows[0].middle]],
    ['month start', [instantOf(nowMs - 90 * DAY_MS)]],
    ['month end', [instantOf(nowMs - 60 * DAY_MS)]],
    ['number', Array.from({ length: WARM_UP + REQUESTS }, (_, turn) => String(1_000 + turn))],
  ])
  const names = Object.values(PROBES).flatMap((path) => path.match(/(?<=\{).+?(?=\})/g) ?? [])
  for (const name of new Set(names)) {
    if (!samples.has(name)) samples.set(name, await samplesOf(pool, name))
  }
  return Object.entries(PROBES).map(([name, path]) => ({
    name,
    path: (turn) =>
      path.replace(/\{(.+?)\}/g, (_, sample: string) => {
        const values = samples.get(sample) ?? []
        return values[turn % values.length] ?? ''
      }),
  }))
}

/** Ids in the middle of a list: `user`, `case KIND`, `KIND` or `KIND STATUS`. */
async function samplesOf(pool: Pool, name: string): Promise<string[]> {
  const [first, second] = name.split(' ')
  if (first === 'user') return middleOf(pool, 'select user_id as id, user_no as place from person')
  if (first === 'case') {
    return middleOf(
      pool,
      `select ${STREAM_ID} as id, stream as place from document
                           where waiting and kind = $1`,
      [second],
    )
  }
  // A verification submission has its own id, not that of its stream.
  return middleOf(
    pool,
    `select coalesce(data ->> 'submissionId', ${STREAM_ID}) as id, created_at as place
     from document where kind = $1 and ($2::text is null or status = $2)`,
    [first, second ?? null],
  )
}

const STREAM_ID = 'substr(stream, length(kind) + 2)'

async function middleOf(pool: Pool, list: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with list as (${list})
     select id from list order by place offset (select count(*) / 2 from list) limit ${SAMPLES}`,
    values,
  )
  return rows.map(({ id }) => id)
}

/** Repeats a request, with different input each time where possible. */
export async function measureProbe(
  { name, path }: Probe,
  { port, accessToken }: { readonly port: number; readonly accessToken: string },
): Promise<ProbeFigures> {
  const times: number[] = []
  const enough = performance.now() + ENOUGH_MS
  for (let turn = -WARM_UP; turn < REQUESTS; turn += 1) {
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${port}${path(turn + WARM_UP)}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const body = await response.text()
    const ended = performance.now()
    if (turn >= 0) times.push(ended - started)
    if (!response.ok) {
      return { name, p50: Number.NaN, p95: Number.NaN, failed: `${response.status} ${body}` }
    }
    if (times.length > 0 && ended > enough) break
  }
  const at = percentiles(times)
  return { name, p50: at(0.5), p95: at(0.95) }
}
