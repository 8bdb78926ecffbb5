import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    readonly departure: Departure
  }
}

/** A server that is about to close still serves, until load balancers have noticed. */
interface Departure {
  readonly isUnderWay: boolean
  /** From now on `/readyz` fails and connections are not kept; returns after `waitMs`. */
  begin(waitMs: number): Promise<void>
}

export function announceDeparture(app: FastifyInstance): void {
  let isUnderWay = false
  const departure: Departure = {
    get isUnderWay() {
      return isUnderWay
    },
    async begin(waitMs) {
      isUnderWay = true
      await sleep(waitMs)
    },
  }
  app.decorate('departure', departure)
  app.addHook('onRequest', (_request, reply, done) => {
    if (isUnderWay) reply.header('connection', 'close')
    done()
  })
}
