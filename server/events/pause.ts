import { setTimeout as sleep } from 'node:timers/promises'

/** Waits, or returns as soon as the signal aborts: the caller looks whether it should end. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** A signal that also counts when it is given before the wait. */
export class Wake {
  #rung = Promise.withResolvers<void>()

  ring(): void {
    this.#rung.resolve()
  }

  async wait(millisecondsMax?: number): Promise<void> {
    const over = new AbortController()
    await Promise.race([
      this.#rung.promise,
      ...(millisecondsMax === undefined ? [] : [pause(millisecondsMax, over.signal)]),
    ])
    over.abort()
    this.#rung = Promise.withResolvers()
  }
}
