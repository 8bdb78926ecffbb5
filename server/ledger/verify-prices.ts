import type { PoolClient } from 'pg'
import type { PriceGap, PriceProof } from '#server/events/decider.ts'
import { epochMsOf } from '#shared/time.ts'
import type { Findings } from './ledger-fault.ts'

// A tick is preceded if the same source recorded another one between it and the tick that it should
// follow directly, or since the time at which it should be the first.
const LOOK_UP = `
  select t.symbol, t.source, trim_scale(t.price)::text as price, t.at, exists (
    select from price_tick as o
    where o.symbol = t.symbol and o.source = t.source and o.at >= asked.not_before and o.at <= t.at
      and o.position < t.position
      and o.position > coalesce((select position from price_tick where id = asked.after), 0)
  ) as preceded
  from unnest($1::uuid[], $2::timestamptz[], $3::uuid[])
       with ordinality as asked (id, not_before, after, place)
  left join price_tick as t on t.id = asked.id
  order by place`

const LOOK_UP_GAPS = `
  select exists (
    select from price_tick as o
    where o.symbol = asked.symbol and o.source = asked.source
      and o.at >= asked.since and o.at <= asked.until
      and o.position > coalesce((select position from price_tick where id = asked.after), 0)
  ) as filled
  from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::uuid[])
       with ordinality as asked (symbol, source, since, until, after, place)
  order by place`

interface FoundTick {
  readonly symbol: string | null
  readonly source: string
  readonly price: string
  readonly at: Date
  readonly preceded: boolean
}

/**
 * Collects the prices that decided streams, and looks them up in the record.
 *
 * Finds, in this order: a tick that is missing from the record; one that differs from it, because
 * either was edited; one that was not the first that could decide; a tick in a period said to have
 * none. The last two can be found only while the record has ticks that no event names: for 7 days.
 */
export function priceCheck(client: PoolClient, findings: Findings) {
  let waiting: { readonly stream: string; readonly proof: PriceProof }[] = []
  let gaps: { readonly stream: string; readonly gap: PriceGap }[] = []

  async function lookUp(): Promise<void> {
    await lookUpTicks()
    await lookUpGaps()
  }

  async function lookUpGaps(): Promise<void> {
    const asked = gaps
    gaps = []
    if (asked.length === 0) return
    const { rows } = await client.query<{ filled: boolean }>(LOOK_UP_GAPS, [
      asked.map(({ gap }) => gap.symbol),
      asked.map(({ gap }) => gap.source),
      asked.map(({ gap }) => gap.from),
      asked.map(({ gap }) => gap.to),
      asked.map(({ gap }) => gap.firstAfter?.id ?? null),
    ])
    for (const [index, { stream, gap }] of asked.entries()) {
      if (!rows[index]?.filled) continue
      findings.add('prices', `${stream}: a price was recorded between ${gap.from} and ${gap.to}`)
    }
  }

  async function lookUpTicks(): Promise<void> {
    const asked = waiting
    waiting = []
    if (asked.length === 0) return
    const { rows } = await client.query<FoundTick>(LOOK_UP, [
      asked.map(({ proof }) => proof.tick.id),
      asked.map(({ proof }) => proof.notBefore ?? null),
      asked.map(({ proof }) => proof.firstAfter?.id ?? null),
    ])
    for (const [index, { stream, proof }] of asked.entries()) {
      const fault = faultOf(proof, rows[index] as FoundTick)
      if (fault) findings.add('prices', `${stream}: the tick ${proof.tick.id} ${fault}`)
    }
  }

  return {
    add(stream: string, proofs: readonly (PriceProof | PriceGap)[]): void {
      for (const proof of proofs) {
        if ('tick' in proof) waiting.push({ stream, proof })
        else gaps.push({ stream, gap: proof })
      }
    },
    /** Call after a number of streams, and at the end. */
    lookUp,
  }
}

function faultOf({ tick, symbol }: PriceProof, found: FoundTick): string | undefined {
  if (found.symbol === null) return 'is not in the record of prices'
  const isSame =
    found.symbol === symbol &&
    found.source === tick.source &&
    found.price === tick.price &&
    found.at.getTime() === epochMsOf(tick.at)
  if (!isSame) return 'is recorded with another price, time or source'
  return found.preceded ? 'was not the first that could decide' : undefined
}
