import { Agent } from 'node:https'
import { connect } from 'node:net'
import { startServer } from '#server/main.ts'
import { publicEndpoints } from '#server/platform/push/endpoint-policy.ts'
import { noLimits } from '#server/platform/rate-limits.ts'

// The product's server with two things of the world replaced: pushes, whatever public address they
// are for, go to the journey's own push service; and a journey asks faster than a person may.

/** Speaks plain HTTP to loopback where the sender believes in TLS to somebody else's machine. */
class LoopbackAgent extends Agent {
  override createConnection() {
    return connect(Number(process.env.PUSH_SERVICE_PORT), '127.0.0.1')
  }
}

const { refuses } = publicEndpoints()
await startServer({
  world: { rateLimits: noLimits, pushEndpoints: { refuses, agent: new LoopbackAgent() } },
})
