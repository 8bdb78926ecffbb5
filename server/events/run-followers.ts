import type { Pool } from 'pg'
import type { Catalog } from './catalog.ts'
import type { Follower } from './follower.ts'
import { registerFollower, type StepOutcome, stepTogether } from './follower-steps.ts'
import type { LogHistory } from './log-history.ts'
import { passOver } from './pass-over.ts'
import { pause, Wake } from './pause.ts'
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
  /** The pool's history: after it has changed, a checkpoint may be missing. */
  readonly history?: LogHistory
  /** A follower that throws is retried from its checkpoint: it never skips an event. */
  readonly onFault: (follower: string, error: unknown) => void
}

/**
 * Keeps followers up to date with the log. Any number of processes may run the same followers: a lock
 * on the checkpoint lets one process take each step.
 */
export function runFollowers(options: FollowerOptions): RunningFollowers {
  const stopping = new AbortController()
  const wakes = new Map(grouped(options.followers).map((group) => [group, new Wake()]))
  const grown = new Wake()
  const listener = listen(options.connectionString, () => grown.ring())
  const { signal } = stopping
  const loops = [...wakes].map(([group, wake]) => follow(group, options, { wake, signal }))
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

/** Followers that take their steps in one transaction. */
type Group = readonly Follower[]

function grouped(followers: readonly Follower[]): readonly Group[] {
  const together = followers.filter((follower) => follower.together)
  const alone = followers.filter((follower) => !follower.together)
  return [...(together.length > 0 ? [together] : []), ...alone.map((follower) => [follower])]
}

/**
 * Reads the new events once for all followers, and wakes those that want some of them. If the read
 * fails, all are woken.
 */
async function watch(
  wakes: ReadonlyMap<Group, Wake>,
  { pool, followers, catalog }: FollowerOptions,
  { wake: grown, signal }: Waiting,
): Promise<void> {
  while (!signal.aborted) {
    const wanting = await passOver(pool, followers, catalog).catch(() => followers)
    for (const [group, wake] of wakes) if (group.some((each) => wanting.includes(each))) wake.ring()
    await grown.wait(POLL_MS)
  }
}

interface Waiting {
  readonly wake: Wake
  readonly signal: AbortSignal
}

async function follow(
  group: Group,
  options: FollowerOptions,
  { wake, signal }: Waiting,
): Promise<void> {
  const { history } = options
  let registered: Registered | undefined
  while (!signal.aborted) {
    if (!registered || registered.epoch !== history?.epoch) {
      registered = await register(group, options)
      if (!registered) {
        await pauseAfterFault(signal)
        continue
      }
    }
    const outcome = await step(group, options, signal)
    if (signal.aborted) return
    if (outcome === 'failed') await pauseAfterFault(signal)
    else if (outcome !== 'ahead') await wake.wait()
  }
}

/** A wake does not shorten this wait: a failing follower is behind, so it is woken all the time. */
async function pauseAfterFault(signal: AbortSignal): Promise<void> {
  await pause(POLL_AFTER_FAULT_MS, signal)
}

interface Registered {
  readonly epoch: number | undefined
}

/** @returns the history in which all of them have a checkpoint; undefined if one has none */
async function register(
  group: Group,
  { pool, history, onFault }: FollowerOptions,
): Promise<Registered | undefined> {
  let isRegistered = true
  const epoch = history?.epoch
  for (const follower of group) {
    await registerFollower(pool, follower).catch((error) => {
      isRegistered = false
      onFault(follower.name, error)
    })
  }
  return isRegistered ? { epoch } : undefined
}

/** If one of several fails, each of the others still takes its step. */
async function step(
  group: Group,
  options: FollowerOptions,
  signal: AbortSignal,
): Promise<StepOutcome | 'failed'> {
  const { pool, catalog, onFault } = options
  try {
    return await stepTogether(pool, group, catalog)
  } catch (error) {
    if (signal.aborted) return 'failed'
    const [first, second] = group
    if (first && !second) {
      onFault(first.name, error)
      return 'failed'
    }
    const outcomes = []
    for (const follower of group) outcomes.push(await step([follower], options, signal))
    return outcomes.find((each) => each === 'failed' || each === 'ahead') ?? 'level'
  }
}
