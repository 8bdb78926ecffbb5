import type { Pool, PoolClient } from 'pg'
import type { Checker, CheckReport } from './checker.ts'
import type { ChosenStreams } from './chosen-streams.ts'
import type { FoundFault } from './ledger-fault.ts'
import { inSnapshot } from './snapshot.ts'

const STREAMS_AT_ONCE = 2_000

/** The streams up to a name, as far as they have been checked without a fault. */
export interface StreamsSoFar {
  readonly upTo: string
  readonly streams: number
  readonly events: number
}

export const NO_STREAMS: StreamsSoFar = { upTo: '', streams: 0, events: 0 }

/** The parts of all streams after a name, split when a part has enough documents. */
export async function* everyStream(pool: Pool, from: string): AsyncGenerator<ChosenStreams> {
  let after = from
  for (;;) {
    const last = await inSnapshot(pool, (client) => lastOfPart(client, after))
    yield { after, upTo: last }
    if (last === null) return
    after = last
  }
}

/** null if the rest is one part. */
async function lastOfPart(client: PoolClient, after: string): Promise<string | null> {
  const { rows } = await client.query<{ stream: string }>(
    'select stream from document where stream > $1 order by stream offset $2 limit 1',
    [after, STREAMS_AT_ONCE - 1],
  )
  return rows[0]?.stream ?? null
}

/** The parts of the streams that have an event after a position. */
export async function* streamsSince(pool: Pool, position: bigint): AsyncGenerator<ChosenStreams> {
  let after = ''
  for (;;) {
    const { rows } = await inSnapshot(pool, (client) =>
      client.query<{ stream: string }>(
        `select distinct stream from event where position > $1 and stream > $2
         order by stream limit $3`,
        [position, after, STREAMS_AT_ONCE],
      ),
    )
    const streams = rows.map(({ stream }) => stream)
    if (streams.length > 0) yield { streams }
    if (streams.length < STREAMS_AT_ONCE) return
    after = streams.at(-1) ?? ''
  }
}

export interface StreamTotals {
  readonly streams: number
  readonly events: number
  /** In the order of the parts. */
  readonly faults: readonly FoundFault[]
}

/**
 * Checks as many parts at once as the checker accepts.
 *
 * @param onPart told of each part: what has been checked up to the first part that is missing or has
 *   a fault, and how many events in all
 */
export async function checkParts(
  parts: AsyncGenerator<ChosenStreams>,
  checker: Checker,
  {
    known,
    after,
    onPart,
  }: {
    readonly known: StreamsSoFar
    readonly after: bigint
    readonly onPart: (soFar: StreamsSoFar, events: number) => Promise<void>
  },
): Promise<StreamTotals> {
  const done: { readonly upTo: string | null; readonly report?: CheckReport }[] = []
  let { streams, events } = known
  let soFar = known
  let isOver = false
  let saved = 0
  const advance = () => {
    for (let part = done[saved]; part?.report?.faults.length === 0; part = done[saved]) {
      const { upTo, report } = part
      if (upTo === null) return
      const counts = {
        streams: soFar.streams + report.streams,
        events: soFar.events + report.events,
      }
      soFar = { upTo, ...counts }
      saved += 1
    }
  }
  const work = async () => {
    for (;;) {
      const { value: chosen, done: isLast } = await parts.next()
      if (isLast || isOver) return
      const upTo = 'upTo' in chosen ? chosen.upTo : null
      const index = done.push({ upTo }) - 1
      const report = await checker.check({ streams: chosen, after })
      done[index] = { upTo, report }
      streams += report.streams
      events += report.events
      advance()
      await onPart(soFar, events)
    }
  }
  const ends = await Promise.allSettled(
    Array.from({ length: checker.partsAtOnce }, () =>
      work().catch((error) => {
        isOver = true
        throw error
      }),
    ),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return { streams, events, faults: done.flatMap(({ report }) => report?.faults ?? []) }
}
