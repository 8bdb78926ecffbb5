import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/platform/clock.ts'
import { uuidV7 } from '#shared/ids.ts'
import { formatUnits, parseUnits, type Units } from '#shared/money.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { PriceReading } from './price-source.ts'
import type { NewTick } from './tick-log.ts'
import { type ReadingFault, type VettingState, vet } from './vetting.ts'

/** The pause between batches: at most four a second are written, however fast a market sends. */
export const PAUSE_MS_DEFAULT = 250

/**
 * If all readings are dropped as stale or ahead of time for this long, this process's clock may be
 * wrong. Well below the age at which prices count as missing, so that another process can record.
 */
const UNTIMELY_MS_MAX = 10 * SECOND_MS

const UNTIMELY: readonly ReadingFault[] = ['stale', 'ahead_of_time']
/** Say nothing about the clock. */
const UNTIMED: readonly ReadingFault[] = ['not_listed', 'malformed', 'not_positive']

export class UntimelyPrices extends Error {
  constructor() {
    super('Every price is dropped as stale or ahead of time: check the clock of this server.')
  }
}

export interface CollectorOptions {
  readonly source: string
  readonly clock: Clock
  /** The last used readings, so that a spike is still detected after a restart. */
  readonly known: ReadonlyMap<string, VettingState>
  /** No tick may be dated before this time. */
  readonly notBeforeMs: number
  /** Between two batches. */
  readonly pauseMs: number
  readonly record: (ticks: readonly NewTick[]) => Promise<void>
  /** Called once for each new fault of a symbol, not for every reading with that fault. */
  readonly onFault: (fault: ReadingFault, reading: PriceReading) => void
  /** Recording failed, or every price is dropped for its time. Collecting has ended. */
  readonly onBroken: (error: unknown) => void
}

/** The newest unwritten reading of a symbol, and the extremes and volume since the last write. */
interface Waiting {
  readonly reading: PriceReading
  readonly arrivedMs: number
  readonly price: Units
  readonly high: Units
  readonly low: Units
  readonly traded: Units
}

/**
 * Vets readings and writes the accepted ones in batches. Readings that arrive during a write are
 * merged into one per symbol and written in the next batch.
 */
export function createTickCollector(options: CollectorOptions) {
  const { clock, known, pauseMs, record, onFault, onBroken } = options
  const states = new Map(known)
  const troubles = new Map<string, ReadingFault>()
  let waiting = new Map<string, Waiting>()
  let lastMs = options.notBeforeMs
  let writing: Promise<void> | undefined
  let ended = false
  let untimelySince: number | undefined

  function take(readings: readonly PriceReading[]): void {
    if (ended) return
    // Times never go back, so that "the first tick at or after" an instant stays the first.
    lastMs = Math.max(clock.now(), lastMs)
    for (const reading of readings) takeOne(reading)
    if (waiting.size > 0) writing ??= write()
    if (untimelySince !== undefined && performance.now() - untimelySince >= UNTIMELY_MS_MAX) {
      ended = true
      onBroken(new UntimelyPrices())
    }
  }

  function takeOne(reading: PriceReading): void {
    const { symbol } = reading
    const verdict = vet(states.get(symbol) ?? {}, reading, clock.now())
    const fault = 'fault' in verdict ? verdict.fault : undefined
    noteTime(fault)
    if (fault !== undefined) reportFault(fault, reading)
    if ('use' in verdict) {
      troubles.delete(symbol)
      const arrived = { reading, arrivedMs: lastMs }
      waiting.set(symbol, joined(waiting.get(symbol), arrived, verdict.use))
    }
    if (fault === undefined || fault === 'spike') states.set(symbol, verdict.state)
  }

  function noteTime(fault: ReadingFault | undefined): void {
    if (fault && UNTIMED.includes(fault)) return
    if (fault && UNTIMELY.includes(fault)) untimelySince ??= performance.now()
    else untimelySince = undefined
  }

  function reportFault(fault: ReadingFault, reading: PriceReading): void {
    // Polling an idle market returns the same reading again, and markets have more assets than are
    // listed.
    if (fault === 'repeated' || fault === 'not_listed') return
    if (troubles.get(reading.symbol) === fault) return
    troubles.set(reading.symbol, fault)
    onFault(fault, reading)
  }

  async function write(): Promise<void> {
    try {
      while (waiting.size > 0 && !ended) {
        const batch = waiting
        waiting = new Map()
        const inTurn = [...batch.values()].sort((a, b) => a.arrivedMs - b.arrivedMs)
        await record(inTurn.map((one) => tickOf(one, options.source)))
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    } catch (error) {
      ended = true
      onBroken(error)
    } finally {
      writing = undefined
    }
  }

  return {
    take,
    /** Accepts no more readings and waits for the batch that is being written. */
    async end(): Promise<void> {
      ended = true
      await writing
    },
  }
}

function joined(
  before: Waiting | undefined,
  arrived: Pick<Waiting, 'reading' | 'arrivedMs'>,
  price: string,
): Waiting {
  const units = parseUnits(price)
  const traded = parseUnits(arrived.reading.traded)
  if (!before) return { ...arrived, price: units, high: units, low: units, traded }
  return {
    ...arrived,
    price: units,
    high: units > before.high ? units : before.high,
    low: units < before.low ? units : before.low,
    traded: traded + before.traded,
  }
}

/**
 * Dated at its arrival, so that no one who has already seen the price elsewhere can trade at it.
 */
function tickOf({ reading, arrivedMs, ...units }: Waiting, source: string): NewTick {
  return {
    id: uuidV7(arrivedMs, randomUUID()),
    symbol: reading.symbol,
    source,
    price: formatUnits(units.price),
    high: formatUnits(units.high),
    low: formatUnits(units.low),
    traded: formatUnits(units.traded),
    atMs: arrivedMs,
    observedMs: reading.atMs,
    change24h: reading.change24h,
    volume24h: reading.volume24h,
  }
}
