import { Agent } from 'node:https'
import { connect } from 'node:net'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { startServer } from '#server/main.ts'
import { publicEndpoints } from '#server/platform/push/endpoint-policy.ts'
import { noLimits } from '#server/platform/rate-limits.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { lightPasswords } from '#tests/support/light-passwords.ts'
import { handleControlMessages } from './server-control.ts'

// The product's server with replaced parts: pushes go to the journey's own push service, rate
// limits are off, password hashes are cheap, and the journey controls the clock and, if it wants,
// the market.

/** Connects to the local push service over plain HTTP instead of TLS to the vendor. */
class LoopbackAgent extends Agent {
  override createConnection() {
    return connect(Number(process.env.PUSH_SERVICE_PORT), '127.0.0.1')
  }
}

const clock = new MovableClock()
// A restarted server keeps the clock of the journey.
clock.advance(Number(process.env.CLOCK_AHEAD_MS ?? 0))
const market = process.env.MARKET === 'standing' ? new StandingPrices(clock) : undefined
const { refuses } = publicEndpoints()
const services = await startServer({
  openDatabase: ({ dataDir }) => startEmbeddedPostgres(dataDir),
  overrides: {
    clock,
    rateLimits: noLimits,
    passwords: lightPasswords(),
    pushEndpoints: { refuses, agent: new LoopbackAgent() },
    ...(market ? { priceSource: market } : {}),
  },
})
handleControlMessages({ services, clock, market })
