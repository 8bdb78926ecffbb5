import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range of ports that systems assign to programs that request any port. */
const PORT_MIN = 20_000
const PORT_MAX = 32_000
const TRIES_MAX = 100

/** A port of this machine that is free, and stays so unless a program asks for exactly this one. */
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
