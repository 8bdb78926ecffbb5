import { Agent } from 'node:https'
import { connect } from 'node:net'
import { startEmbeddedPostgres } from '#scripts/postgres/embedded-postgres.ts'
import { startServer } from '#server/main.ts'
import { publicEndpoints } from '#server/platform/push/endpoint-policy.ts'
import { noLimits } from '#server/platform/rate-limits.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { StandingPrices } from '#tests/api/support/standing-prices.ts'
import { lightPasswords } from '#tests/support/light-passwords.ts'
import { obeyTheStage } from './stage-hand.ts'

// The product's server with parts of the world replaced: pushes, whatever public address they are
// for, go to the journey's own push service; a journey asks and logs in faster than a person may;
// and its clock and, where the journey wants that, its market do what the journey says.

/** Speaks plain HTTP to loopback where the sender believes in TLS to somebody else's machine. */
class LoopbackAgent extends Agent {
  override createConnection() {
    return connect(Number(process.env.PUSH_SERVICE_PORT), '127.0.0.1')
  }
}

const clock = new MovableClock()
// A server that starts again must not fall back to the time before its clock was moved.
clock.advance(Number(process.env.CLOCK_AHEAD_MS ?? 0))
const market = process.env.MARKET === 'standing' ? new StandingPrices(clock) : undefined
const { refuses } = publicEndpoints()
const services = await startServer({
  openDatabase: ({ dataDir }) => startEmbeddedPostgres(dataDir),
  world: {
    clock,
    rateLimits: noLimits,
    passwords: lightPasswords(),
    pushEndpoints: { refuses, agent: new LoopbackAgent() },
    ...(market ? { priceSource: market } : {}),
  },
})
obeyTheStage({ services, clock, market })
