import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Catalog } from './catalog.ts'
import { type Follower, passOver, registerFollower, stepFollower } from './subscription.ts'
import { listen } from './wake-up.ts'

/** The longest delay of a follower after a lost notification. */
const POLL_MS = 500
const POLL_AFTER_FAULT_MS = 1_000

export interface RunningFollowers {
  /** Waits for the running steps to commit and starts no more. */
  stop(): Promise<void>
}

export interface FollowerOptions {
  readonly connectionString: string
  readonly pool: Pool
  readonly catalog: Catalog
  readonly followers: readonly Follower[]
  /** A follower that throws is retried from its checkpoint: it never skips an event. */
  readonly onFault: (follower: string, error: unknown) => void
}

/**
 * Keeps followers up to date with the log. Any number of processes may run the same followers: a lock
 * on the checkpoint lets one process take each step.
 */
export function runFollowers(options: FollowerOptions): RunningFollowers {
  const stopping = new AbortController()
  const wakes = new Map(options.followers.map((follower) => [follower, new Wake()]))
  const grown = new Wake()
  const listener = listen(options.connectionString, () => grown.ring())
  const { signal } = stopping
  const loops = [...wakes].map(([follower, wake]) => follow(follower, options, { wake, signal }))
  const watching = watch(wakes, options, { wake: grown, signal })
  return {
    async stop() {
      stopping.abort()
      for (const wake of [grown, ...wakes.values()]) wake.ring()
      await Promise.all([watching, ...loops])
      await listener.close()
    },
  }
}

/**
 * Looks at what was appended once for all followers, and wakes those that want some of it. A look that
 * fails wakes them all.
 */
async function watch(
  wakes: ReadonlyMap<Follower, Wake>,
  { pool }: FollowerOptions,
  { wake, signal }: Waiting,
): Promise<void> {
  const followers = [...wakes.keys()]
  while (!signal.aborted) {
    const wanting = await passOver(pool, followers).catch(() => followers)
    for (const follower of wanting) wakes.get(follower)?.ring()
    await wake.wait(POLL_MS)
  }
}

interface Waiting {
  readonly wake: Wake
  readonly signal: AbortSignal
}

async function follow(
  follower: Follower,
  { pool, catalog, onFault }: FollowerOptions,
  { wake, signal }: Waiting,
): Promise<void> {
  let registered = false
  while (!signal.aborted) {
    try {
      if (!registered) await registerFollower(pool, follower)
      registered = true
      const outcome = await stepFollower(pool, follower, catalog)
      if (outcome !== 'ahead' && !signal.aborted) await wake.wait()
    } catch (error) {
      if (signal.aborted) return
      onFault(follower.name, error)
      await wake.wait(POLL_AFTER_FAULT_MS)
    }
  }
}

/** A signal that also counts when it is given before the wait. */
class Wake {
  #rung = Promise.withResolvers<void>()

  ring(): void {
    this.#rung.resolve()
  }

  async wait(millisecondsMax?: number): Promise<void> {
    const over = new AbortController()
    await Promise.race([
      this.#rung.promise,
      ...(millisecondsMax === undefined
        ? []
        : [sleep(millisecondsMax, undefined, { signal: over.signal }).catch(() => {})]),
    ])
    over.abort()
    this.#rung = Promise.withResolvers()
  }
}
