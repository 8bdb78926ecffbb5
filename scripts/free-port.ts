import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which systems choose a port for a program that asks for any. */
const PORT_MIN = 20_000
const PORT_MAX = 32_000
const TRIES_MAX = 100

/** A port of this machine that is free, and stays so unless a program asks for this very one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX)
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${PORT_MIN} to ${PORT_MAX} is free`)
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}
