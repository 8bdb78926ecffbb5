import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    readonly drain: Drain
  }
}

/** A server that is about to close keeps serving until load balancers have noticed. */
interface Drain {
  readonly isUnderWay: boolean
  /** From now on `/readyz` fails and connections are not kept; returns after `waitMs`. */
  begin(waitMs: number): Promise<void>
}

export function prepareDrain(app: FastifyInstance): void {
  let isUnderWay = false
  const drain: Drain = {
    get isUnderWay() {
      return isUnderWay
    },
    async begin(waitMs) {
      isUnderWay = true
      await sleep(waitMs)
    },
  }
  app.decorate('drain', drain)
  app.addHook('onRequest', (_request, reply, done) => {
    if (isUnderWay) reply.header('connection', 'close')
    done()
  })
}
