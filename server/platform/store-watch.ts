import type { FastifyInstance } from 'fastify'
import { StoreUnavailable } from '#server/platform/stores/object-store.ts'
import type { Uploads } from '#server/platform/uploads.ts'
import { SECOND_MS } from '#shared/time.ts'

const EVERY_MS = 3 * SECOND_MS
const LATE_MS = 2 * SECOND_MS

/**
 * Checks the store of uploads while the server runs, so that `/readyz` need not wait for it. One
 * check at a time: each check of a mounted folder that hangs occupies a thread.
 *
 * @returns what is wrong with the store
 */
export function watchStore(app: FastifyInstance, uploads: Pick<Uploads, 'check'>): () => string[] {
  let fault: string | undefined
  let startedAt: number | undefined
  const check = async () => {
    if (startedAt !== undefined) return
    startedAt = performance.now()
    fault = await uploads.check().then(() => undefined, faultOf)
    startedAt = undefined
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', (done) => {
    void check()
    timer = setInterval(() => void check(), EVERY_MS).unref()
    done()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
  return () => {
    const isLate = startedAt !== undefined && performance.now() - startedAt > LATE_MS
    const found = isLate ? 'does not respond in time' : fault
    return found === undefined ? [] : [`the store of uploads ${found}`]
  }
}

function faultOf(error: unknown): string {
  return error instanceof StoreUnavailable ? error.fault : 'cannot be checked'
}
