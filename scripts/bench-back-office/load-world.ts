import type { Pool } from 'pg'
import { DEMO_ADDRESSES } from '#scripts/demo/addresses.ts'
import { allFollowers } from '#server/background.ts'
import { registerFollower, stepFollower } from '#server/events/follower-steps.ts'
import { depositAddresses, depositAddressId } from '#server/features/deposit-addresses/decider.ts'
import { FEATURES } from '#server/features/index.ts'
import { inspectLedger, type LedgerReport } from '#server/ledger/verify-ledger.ts'
import { projectionFollowers } from '#server/projections/runner.ts'
import type { Services } from '#server/services.ts'
import { DAY_MS, HOUR_MS, instantOf } from '#shared/time.ts'
import { BulkLog } from './bulk-log.ts'
import { ask, asks, confirmEmail, FIRST_APPROVAL, LIFE, reply, signUp, WAITING } from './life.ts'
import { atPlace, insertPeople, type Time } from './people.ts'
import { RowsBeside } from './rows-beside.ts'
import type { Customer, Planned } from './step.ts'
import { vacuumWhatIsDue } from './vacuum.ts'

export interface WorldOptions extends Pick<Services, 'databaseUrl' | 'pool' | 'vault'> {
  /** User ids of existing staff. */
  readonly staff: readonly string[]
  readonly users: number
  readonly nowMs: number
}

export const EVENTS_PER_USER = 10

/** Users who sign up at the same time; a small platform has fewer cohorts. */
const COHORTS_MAX = 100
const COHORT_SIZE_MIN = 100
const HISTORY_DAYS = 365
/** Pending requests were submitted within these last days. */
const WAITING_DAYS = 3
const BATCH_SIZE = 1_000

/** Lets customers take a step, distributed over a period. @returns how many of them take it */
type Run = (planned: Planned, customers: readonly Customer[], time: Time) => Promise<number>

/**
 * Fills an empty platform with a year of its customers' lives: ten events each, one user in ten
 * with a pending request at the end. Positions are in the order of time.
 *
 * @returns the number of events and of pending requests
 */
export async function loadWorld(
  options: WorldOptions,
  onProgress: (events: bigint) => void = () => {},
): Promise<{ readonly events: number; readonly waiting: number }> {
  const { databaseUrl, staff, nowMs } = options
  const log = await BulkLog.open(databaseUrl)
  const rows = new RowsBeside(options)
  let events = 0
  try {
    const offered = await offerAddresses(log, staff[0] ?? '', nowMs - HISTORY_DAYS * DAY_MS)
    const world = { log, rows, staff, offered }
    const run: Run = async ([isOf, step], customers, time) => {
      const acting = customers.filter(isOf)
      for (const [place, customer] of acting.entries()) {
        step(world, customer, atPlace(time, place, acting.length))
        if (place % BATCH_SIZE !== BATCH_SIZE - 1 && place !== acting.length - 1) continue
        await rows.write()
        await log.write()
      }
      events += acting.length
      onProgress(BigInt(events))
      return acting.length
    }
    const customers = await liveLives(options, run)
    const waiting = await leaveWaiting(run, customers, nowMs)
    return { events, waiting }
  } finally {
    await log.close()
  }
}

const everyone = () => true

/** Adds a deposit address for every coin, before the first sign-up. @returns addresses by coin */
async function offerAddresses(log: BulkLog, by: string, atMs: number) {
  const offered = DEMO_ADDRESSES.map(({ symbol, network, address }) => {
    const state = log.act({
      aggregate: depositAddresses,
      id: depositAddressId(symbol, network),
      ...{ owner: null, by: { kind: 'admin', id: by }, atMs, streams: new Map() },
      decide: () => ({
        type: 'DepositAddressAdded' as const,
        data: { symbol, network, address, changedBy: by, changedAt: instantOf(atMs) },
      }),
    })
    return [symbol, state] as const
  })
  await log.write()
  return new Map<string, (typeof offered)[number][1]>(offered)
}

/** A cohort signs up while the previous one takes its first step, and so on. */
async function liveLives({ pool, users, nowMs }: WorldOptions, run: Run): Promise<Customer[]> {
  const size = Math.max(COHORT_SIZE_MIN, Math.ceil(users / COHORTS_MAX))
  const count = Math.floor(users / size)
  const turns = count + LIFE.length + 1
  const turnMs = ((HISTORY_DAYS - WAITING_DAYS) * DAY_MS) / turns
  const cohorts: Customer[][] = []
  for (let turn = 0; turn < turns; turn += 1) {
    // A step's share of a turn; sign-ups come first.
    const timeOf = (place: number): Time => {
      const stepMs = turnMs / (LIFE.length + 2)
      const fromMs = nowMs - HISTORY_DAYS * DAY_MS + turnMs * turn + stepMs * place
      return { fromMs, untilMs: fromMs + stepMs }
    }
    if (turn < count) {
      const next = turn === count - 1 ? users : (turn + 1) * size
      const time = timeOf(0)
      const [fromMs, untilMs] = [time.fromMs + HOUR_MS, time.untilMs + HOUR_MS]
      const cohort = await insertPeople(pool, { first: turn * size, next, time, nowMs })
      await run([everyone, signUp], cohort, time)
      await run([everyone, confirmEmail], cohort, { fromMs, untilMs })
      cohorts.push(cohort)
    }
    for (const [place, planned] of LIFE.entries()) {
      const cohort = cohorts[turn - 1 - place]
      if (cohort) await run(planned, cohort, timeOf(place + 1))
    }
    const settled = cohorts[turn - 1 - LIFE.length]
    if (settled) await fillUp(run, settled, timeOf(LIFE.length + 1))
    await vacuumWhatIsDue(pool)
  }
  return cohorts.flat()
}

/** Adds messages to support conversations until the cohort has its number of events. */
async function fillUp(run: Run, cohort: readonly Customer[], time: Time): Promise<void> {
  const planned = [...LIFE, ...WAITING, FIRST_APPROVAL]
  const known = planned.flatMap(([isOf]) => cohort.filter(isOf)).length
  const writers = cohort.filter(asks)
  // Each has signed up and confirmed an address as well.
  let missing = (EVENTS_PER_USER - 2) * cohort.length - known
  for (let round = 0; missing > 0; round += 1) {
    missing -= await run([asks, round % 2 === 0 ? ask : reply], writers.slice(0, missing), time)
  }
  for (const { streams, ids } of cohort) {
    streams.clear()
    ids.clear()
  }
}

async function leaveWaiting(run: Run, customers: readonly Customer[], nowMs: number) {
  let waiting = 0
  for (const planned of WAITING) {
    const time = { fromMs: nowMs - WAITING_DAYS * DAY_MS, untilMs: nowMs - HOUR_MS }
    waiting += await run(planned, customers, time)
  }
  // It comes after the requests that it refers to.
  await run(FIRST_APPROVAL, customers, { fromMs: nowMs - HOUR_MS, untilMs: nowMs })
  return waiting
}

/**
 * Folds every projection up to the end of the log. Notifications and mails start after it: no one
 * is notified of generated history.
 */
export async function catchUp(pool: Pool): Promise<void> {
  const projections = new Set(projectionFollowers(FEATURES.projections).map(({ name }) => name))
  for (const follower of allFollowers()) {
    const isProjection = projections.has(follower.name)
    await registerFollower(pool, isProjection ? follower : { ...follower, from: 'now' })
    if (isProjection) while ((await stepFollower(pool, follower, FEATURES.catalog)) !== 'level') {}
  }
}

/**
 * Runs the checks of `npm run verify:ledger` on everything that was loaded and folded: every event,
 * stream, document, transfer, balance and statement line.
 *
 * @throws if a check fails
 */
export async function checkWorld(pool: Pool): Promise<LedgerReport> {
  // The generated prices are not in the price record.
  const aggregates = FEATURES.aggregates.map(({ restsOn: _, ...aggregate }) => aggregate)
  const report = await inspectLedger(pool, aggregates)
  const [first] = report.faults
  if (first) throw new Error(`what was loaded is not sound: ${first.check}: ${first.fault}`)
  return report
}
