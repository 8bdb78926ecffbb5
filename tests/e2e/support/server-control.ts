import { allSchedules } from '#server/background.ts'
import { grantRole } from '#server/identity/confirmed-users.ts'
import type { Services } from '#server/services.ts'
import { offerAddress } from '#tests/api/support/addresses.ts'
import type { MovableClock } from '#tests/api/support/clock.ts'
import { silence } from '#tests/api/support/silence.ts'
import type { StandingPrices } from '#tests/api/support/standing-prices.ts'

/** Messages of a journey that control its server process. */
export type ControlMessage =
  | { readonly passMs: number }
  | { readonly symbol: string; readonly price: string }
  | { readonly market: 'silent' | 'speaking' }
  | { readonly staffId: string }
  | { readonly schedule: string }
  | {
      readonly offer: {
        readonly symbol: string
        readonly network: string
        readonly address: string
      }
    }

export type ControlResponse = { readonly done: true } | { readonly fault: string }

interface World {
  readonly services: Services
  readonly clock: MovableClock
  readonly market: StandingPrices | undefined
}

const LOOK_MS = 250

/**
 * Handles control messages from the parent process, one at a time. They arrive over IPC, never over
 * the network.
 */
export function handleControlMessages(world: World): void {
  let before = Promise.resolve()
  process.on('message', (message: ControlMessage) => {
    before = before.then(async () => {
      const response = await follow(world, message).catch(faultOf)
      process.send?.(response)
    })
  })
  const timer = setInterval(() => void bringJobsForward(world).catch(() => undefined), LOOK_MS)
  timer.unref()
}

async function follow(world: World, message: ControlMessage): Promise<ControlResponse> {
  const { services, clock, market } = world
  if ('passMs' in message) {
    clock.advance(message.passMs)
    await bringJobsForward(world)
    // Run the schedules that were due in the skipped time.
    for (const { run } of allSchedules(services)) await run()
    return { done: true }
  }
  if ('staffId' in message) {
    const grant = { role: 'admin', reason: 'a journey with several reviewers' } as const
    await grantRole(services.identity, message.staffId, grant)
    return { done: true }
  }
  if ('schedule' in message) {
    await allSchedules(services)
      .find(({ name }) => name === message.schedule)
      ?.run()
    return { done: true }
  }
  if ('offer' in message) {
    await offerAddress(world, message.offer)
    return { done: true }
  }
  if (!market)
    throw new Error(`this journey does not control the market: use({ market: 'standing' })`)
  if ('symbol' in message) market.set(message.symbol, message.price)
  else if (message.market === 'silent') await silence({ services, market })
  else market.speakAgain()
  return { done: true }
}

function faultOf(error: unknown): ControlResponse {
  return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

/** Makes jobs due by our clock run now, because the queue uses PostgreSQL's clock. */
async function bringJobsForward({ services, clock }: World): Promise<void> {
  if (clock.aheadMs === 0) return
  await services.pool.query(
    `select moved.id from graphile_worker.jobs waiting,
       lateral graphile_worker.reschedule_jobs(array[waiting.id], run_at => now()) moved
     where waiting.attempts = 0 and waiting.run_at > now() and waiting.run_at <= $1`,
    [new Date(clock.now())],
  )
}
