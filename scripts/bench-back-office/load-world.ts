import type { Pool } from 'pg'
import type { Vault } from '#server/platform/vault.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { BulkLog } from './bulk-log.ts'
import { type Customer, isOf, PARTS } from './customer.ts'
import type { Desk, Step } from './desk.ts'
import { LIFE, WAITING } from './life-plan.ts'
import { offerAddresses } from './offer-addresses.ts'
import { insertPeople } from './people.ts'
import * as people from './people-steps.ts'
import { RowsBeside } from './rows-beside.ts'

export interface WorldOptions {
  readonly databaseUrl: string
  readonly pool: Pool
  readonly vault: Vault
  /** User ids of existing staff. */
  readonly staff: readonly string[]
  readonly users: number
  readonly nowMs: number
}

export interface LoadedWorld {
  readonly users: number
  readonly events: number
  readonly waiting: number
  readonly proofs: number
}

/** Events of each user, on average, and how many reviews wait for each hundred users. */
export const EVENTS_PER_USER = 10
export const WAITING_PER_HUNDRED = 10

/** Users who sign up at the same time; a small platform has fewer cohorts. */
const COHORTS_MOST = 100
const COHORT_LEAST = 100
const HISTORY_DAYS = 365
/** Pending requests were submitted within these last days. */
const WAITING_DAYS = 3

/**
 * Fills an empty platform with a year of its customers' lives: ten events each, one user in ten
 * with a pending request at the end. Positions are in the order of time.
 */
export async function loadWorld(
  options: WorldOptions,
  onProgress: (events: bigint) => void = () => {},
): Promise<LoadedWorld> {
  const { databaseUrl, pool, vault, staff, users, nowMs } = options
  const log = await BulkLog.open(databaseUrl)
  const rows = new RowsBeside(pool, vault)
  const [first = ''] = staff
  const offered = await offerAddresses(log, first, nowMs - HISTORY_DAYS * DAY_MS)
  const desk: Desk = { log, rows, staff, offered, nowMs }
  const run: Run = async (step, customers, time) => {
    for (const [place, customer] of customers.entries()) {
      const atMs = atPlace(time, place / customers.length)
      step({ desk, customer, atMs, at: instantOf(atMs) })
    }
    await rows.write()
    await log.write()
    onProgress(BigInt(log.events))
  }
  try {
    const customers = await liveLives({ pool, run, users, nowMs })
    const waitingFromMs = nowMs - WAITING_DAYS * DAY_MS
    await fillUp({ run, log, customers, users, untilMs: waitingFromMs })
    await leaveWaiting(run, customers, { fromMs: waitingFromMs, untilMs: nowMs })
    return {
      users,
      events: log.events,
      waiting: customers.filter(({ index }) => index % 100 < WAITING_PER_HUNDRED).length,
      proofs: rows.proofs,
    }
  } finally {
    await log.close()
  }
}

interface Time {
  readonly fromMs: number
  readonly untilMs: number
}

type Run = (step: Step, customers: readonly Customer[], time: Time) => Promise<void>

interface Lives {
  readonly pool: Pool
  readonly run: Run
  readonly users: number
  readonly nowMs: number
}

/** A cohort signs up while the one before takes its first step, and so on. */
async function liveLives({ pool, run, users, nowMs }: Lives): Promise<Customer[]> {
  const size = Math.max(COHORT_LEAST, Math.ceil(users / COHORTS_MOST))
  const cohorts = Math.ceil(users / size)
  const turns = cohorts + LIFE.length
  const fromMs = nowMs - HISTORY_DAYS * DAY_MS
  const turnMs = ((HISTORY_DAYS - 2 * WAITING_DAYS) * DAY_MS) / turns
  const everybody: Customer[][] = []
  for (let turn = 0; turn < turns; turn += 1) {
    // A step's share of a turn; sign-ups come first.
    const timeOf = (place: number): Time => {
      const startMs = fromMs + turnMs * (turn + place / (LIFE.length + 1))
      return { fromMs: startMs, untilMs: startMs + turnMs / (LIFE.length + 1) }
    }
    if (turn < cohorts) {
      const firstIndex = turn * size
      const count = Math.min(size, users - firstIndex)
      const time = timeOf(0)
      const cohort = await insertPeople(pool, { firstIndex, count, ...time, nowMs })
      everybody.push(cohort)
      await run(people.signUp, cohort, time)
      await run(people.confirmEmail, cohort, time)
    }
    for (const [place, { step, whose }] of LIFE.entries()) {
      const cohort = everybody[turn - 1 - place]
      if (cohort) await run(step, cohort.filter(whose), timeOf(place + 1))
    }
  }
  return everybody.flat()
}

interface Filling {
  readonly run: Run
  readonly log: BulkLog
  readonly customers: readonly Customer[]
  readonly users: number
  readonly untilMs: number
}

/** Support conversations continue until the log has the requested length. */
async function fillUp({ run, log, customers, users, untilMs }: Filling): Promise<void> {
  const left = WAITING.flatMap(({ whose }) => customers.filter(whose)).length
  const writers = customers.filter((one) => isOf(one, PARTS.writes))
  const time = { fromMs: untilMs - WAITING_DAYS * DAY_MS, untilMs }
  const missing = () => users * EVENTS_PER_USER - left - log.events
  for (let round = 0; missing() > 0 && writers.length > 0; round += 1) {
    const step = round % 2 === 0 ? people.writeToSupport : people.answer
    for (let first = 0; first < writers.length && missing() > 0; first += AT_ONCE) {
      const some = writers.slice(first, first + Math.min(AT_ONCE, missing()))
      await run(step, some, time)
    }
  }
}

const AT_ONCE = 1_000

async function leaveWaiting(
  run: Run,
  customers: readonly Customer[],
  { fromMs, untilMs }: Time,
): Promise<void> {
  for (const [place, { step, whose }] of WAITING.entries()) {
    const some = customers.filter(whose)
    // A first approval comes after the request it may refer to.
    const isReview = place === WAITING.length - 1
    const startMs = isReview ? untilMs - DAY_MS / 24 : fromMs
    const endMs = isReview ? untilMs : untilMs - DAY_MS / 24
    for (let first = 0; first < some.length; first += AT_ONCE) {
      const atShare = (share: number) => startMs + (endMs - startMs) * share
      const last = Math.min(first + AT_ONCE, some.length)
      await run(step, some.slice(first, last), {
        fromMs: atShare(first / some.length),
        untilMs: atShare(last / some.length),
      })
    }
  }
}

function atPlace({ fromMs, untilMs }: Time, share: number): number {
  return Math.floor(fromMs + (untilMs - fromMs) * share)
}
