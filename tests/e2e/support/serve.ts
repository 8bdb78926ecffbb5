import { Agent } from 'node:https'
import { connect } from 'node:net'
import { startServer } from '#server/main.ts'
import { publicEndpoints } from '#server/platform/push/endpoint-policy.ts'
import { noLimits } from '#server/platform/rate-limits.ts'
import { MovableClock } from '#tests/api/support/clock.ts'

// The product's server with three things of the world replaced: pushes, whatever public address
// they are for, go to the journey's own push service; a journey asks faster than a person may; and
// it lets days pass.

/** Speaks plain HTTP to loopback where the sender believes in TLS to somebody else's machine. */
class LoopbackAgent extends Agent {
  override createConnection() {
    return connect(Number(process.env.PUSH_SERVICE_PORT), '127.0.0.1')
  }
}

const clock = new MovableClock()
clock.advance(Number(process.env.CLOCK_AHEAD_MS))
process.on('message', (passedMs) => {
  clock.advance(Number(passedMs))
  process.send?.('passed')
})

const { refuses } = publicEndpoints()
await startServer({
  world: { clock, rateLimits: noLimits, pushEndpoints: { refuses, agent: new LoopbackAgent() } },
})
