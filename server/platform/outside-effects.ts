import type { RecordedEvent } from '#server/events/log.ts'

/** What left the platform because of an event, and cannot be taken back. */
export type OutsideEffect = 'mails' | 'pushes'

/** What this process remembers. An event that is older than this many effects is durable by then. */
const EFFECTS_MAX = 20_000

const KEY = /\bevent (\d+) [\da-f]{16}\b/

/** Names an event in the key of what it causes outside: after a failover its position names another. */
export function effectKey({ position, hash }: Pick<RecordedEvent, 'position' | 'hash'>): string {
  return `event ${position} ${hash.toString('hex').slice(0, 16)}`
}

/** Remembers which mails and pushes have left this process, for which events. */
export class OutsideEffects {
  #done: { readonly effect: OutsideEffect; readonly position: bigint }[] = []

  /** @param key contains that of the event; what no event has caused is not remembered */
  note(effect: OutsideEffect, key: string): void {
    const position = KEY.exec(key)?.[1]
    if (position === undefined) return
    this.#done.push({ effect, position: BigInt(position) })
    if (this.#done.length > EFFECTS_MAX) this.#done = this.#done.slice(EFFECTS_MAX / 2)
  }

  /** Forgets and counts those of events that died with a history: all above what it shared. */
  takeAbove(shared: bigint): Record<OutsideEffect, number> {
    const dead = this.#done.filter(({ position }) => position > shared)
    this.#done = this.#done.filter(({ position }) => position <= shared)
    const count = (effect: OutsideEffect) => dead.filter((each) => each.effect === effect).length
    return { mails: count('mails'), pushes: count('pushes') }
  }
}
