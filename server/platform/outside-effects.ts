import type { RecordedEvent } from '#server/events/log.ts'

/** What was sent out because of an event, and cannot be undone. */
export type OutsideEffect = 'mails' | 'pushes'

/**
 * How many effects this process keeps. An event that is older than this many effects is durable.
 */
const EFFECTS_MAX = 20_000

const KEY = /\bevent (\d+) [\da-f]{16}\b/

/**
 * Identifies an event in the keys of its effects: after a failover, its position may hold another
 * event.
 */
export function effectKey({ position, hash }: Pick<RecordedEvent, 'position' | 'hash'>): string {
  return `event ${position} ${hash.toString('hex').slice(0, 16)}`
}

/** Remembers which mails and pushes this process has sent, and for which events. */
export class OutsideEffects {
  #done: { readonly effect: OutsideEffect; readonly position: bigint }[] = []

  /** @param key contains that of the event; effects without an event are not kept */
  note(effect: OutsideEffect, key: string): void {
    const position = KEY.exec(key)?.[1]
    if (position === undefined) return
    this.#done.push({ effect, position: BigInt(position) })
    if (this.#done.length > EFFECTS_MAX) this.#done = this.#done.slice(EFFECTS_MAX / 2)
  }

  /**
   * Removes and counts the effects of lost events: those above the last position that both
   * histories share.
   */
  takeAbove(shared: bigint): Record<OutsideEffect, number> {
    const dead = this.#done.filter(({ position }) => position > shared)
    this.#done = this.#done.filter(({ position }) => position <= shared)
    const count = (effect: OutsideEffect) => dead.filter((each) => each.effect === effect).length
    return { mails: count('mails'), pushes: count('pushes') }
  }
}
