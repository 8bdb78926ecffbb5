import type { Follower } from './follower.ts'

/**
 * The types that a follower has wanted: null if all of their events up to its checkpoint were
 * handled, or else the position up to which they were.
 */
export type Handled = Readonly<Record<string, string | null>>

/** How far a follower has read the log. */
export interface Checkpoint {
  readonly position: bigint
  /** null: it wants all types, or did not record them yet. */
  readonly types: Handled | null
}

type Wanting = Pick<Follower, 'types' | 'newTypes'>

/**
 * What a checkpoint must record about the types that this release wants; undefined if it is up to
 * date.
 *
 * A type that is no longer wanted, by this release or by an older one running beside it, is
 * recorded with the position from which it was skipped. When a type is wanted for the first time,
 * or again, a follower with `past` has missed its events from there on; for the others they count
 * as handled.
 */
export function handledFrom(
  { types: wanted, newTypes }: Wanting,
  { position, types: recorded }: Checkpoint,
): Handled | undefined {
  if (!wanted) return undefined
  if (!recorded) return Object.fromEntries(wanted.map((type) => [type, null]))
  const left = Object.entries(recorded)
    .filter(([type]) => !wanted.includes(type))
    .map(([type, upTo]) => [type, upTo ?? String(position)] as const)
  const kept = wanted.map((type) => {
    const upTo = type in recorded ? (recorded[type] ?? null) : '0'
    return [type, newTypes === 'past' ? upTo : null] as const
  })
  const handled = Object.fromEntries([...left, ...kept])
  return isSame(handled, recorded) ? undefined : handled
}

function isSame(one: Handled, other: Handled): boolean {
  const types = Object.keys(one)
  return (
    types.length === Object.keys(other).length && types.every((type) => one[type] === other[type])
  )
}

/** Events from before their types were wanted: those of these types in a range. */
export interface Missed {
  readonly types: readonly string[]
  readonly after: bigint
  readonly upTo: bigint
}

/** What a follower with `past` catches up with next; undefined if it has missed nothing. */
export function missedBy(
  { types: wanted = [], positionsAtOnce }: Pick<Follower, 'types' | 'positionsAtOnce'>,
  { position, types: recorded }: Checkpoint,
): Missed | undefined {
  const behind = wanted.flatMap((type) => {
    const upTo = recorded?.[type]
    return upTo ? [{ type, upTo: BigInt(upTo) }] : []
  })
  const [first] = behind
  if (!first) return undefined
  const after = behind.reduce((least, { upTo }) => (upTo < least ? upTo : least), first.upTo)
  const ends = [
    position,
    after + BigInt(positionsAtOnce),
    ...behind.flatMap(({ upTo }) => (upTo > after ? [upTo] : [])),
  ]
  return {
    types: behind.filter(({ upTo }) => upTo === after).map(({ type }) => type),
    after,
    upTo: ends.reduce((least, end) => (end < least ? end : least)),
  }
}

/** After those events were handled. */
export function withCaughtUp({ position, types }: Checkpoint, missed: Missed): Handled {
  const upTo = missed.upTo >= position ? null : String(missed.upTo)
  return { ...types, ...Object.fromEntries(missed.types.map((type) => [type, upTo])) }
}
