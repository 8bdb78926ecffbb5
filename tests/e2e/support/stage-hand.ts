import { setTimeout as sleep } from 'node:timers/promises'
import { allSchedules } from '#server/background.ts'
import { grantRole } from '#server/identity/confirmed-users.ts'
import { readLatestTicks } from '#server/prices/tick-log.ts'
import type { Services } from '#server/services.ts'
import type { MovableClock } from '#tests/api/support/clock.ts'
import type { StandingPrices } from '#tests/api/support/standing-prices.ts'

/** Commands of a journey to its server process. */
export type StageDirection =
  | { readonly passMs: number }
  | { readonly symbol: string; readonly price: string }
  | { readonly market: 'silent' | 'speaking' }
  | { readonly staffId: string }

export type StageAnswer = { readonly done: true } | { readonly fault: string }

interface Stage {
  readonly services: Services
  readonly clock: MovableClock
  readonly market: StandingPrices | undefined
}

const LOOK_MS = 250
const RECORDED_LOOK_MS = 25

/**
 * Runs directions from the parent process, one at a time. They arrive over IPC, never over the
 * network.
 */
export function obeyDirections(stage: Stage): void {
  let before = Promise.resolve()
  process.on('message', (direction: StageDirection) => {
    before = before.then(async () => {
      const answer = await follow(stage, direction).catch(faultOf)
      process.send?.(answer)
    })
  })
  const timer = setInterval(() => void bringJobsForward(stage).catch(() => undefined), LOOK_MS)
  timer.unref()
}

async function follow(stage: Stage, direction: StageDirection): Promise<StageAnswer> {
  const { services, clock, market } = stage
  if ('passMs' in direction) {
    clock.advance(direction.passMs)
    await bringJobsForward(stage)
    // Run the schedules that were due in the skipped time.
    for (const { run } of allSchedules(services)) await run()
    return { done: true }
  }
  if ('staffId' in direction) {
    const grant = { role: 'admin', reason: 'a journey with several reviewers' } as const
    await grantRole(services.identity, direction.staffId, grant)
    return { done: true }
  }
  if (!market)
    throw new Error(`this journey does not control the market: use({ market: 'standing' })`)
  if ('symbol' in direction) market.set(direction.symbol, direction.price)
  else if (direction.market === 'silent') await untilRecorded(stage, market.fallSilent())
  else market.speakAgain()
  return { done: true }
}

/** Waits until the last reading is stored, because it is dated by the clock when it is stored. */
async function untilRecorded({ services }: Stage, spokenAtMs: number): Promise<void> {
  for (;;) {
    const [newest] = await readLatestTicks(services.pool, ['BTC'])
    if (newest === undefined || newest.observedMs >= spokenAtMs) return
    await sleep(RECORDED_LOOK_MS)
  }
}

function faultOf(error: unknown): StageAnswer {
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** Makes jobs due by our clock run now, because the queue uses PostgreSQL's clock. */
async function bringJobsForward({ services, clock }: Stage): Promise<void> {
  if (clock.aheadMs === 0) return
  await services.pool.query(
    `select moved.id from graphile_worker.jobs waiting,
       lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now()) moved
     where waiting.attempts = 0 and waiting.run_at > now() and waiting.run_at <= $1`,
    [new Date(clock.now())],
  )
}
