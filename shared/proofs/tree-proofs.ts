import { emptyRoot, type Hash, isSameHash, type TreeHashing } from './tree-hashing.ts'

/** The root of a tree and how many leaves it has. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

export interface InclusionProof {
  /** Of the leaf, from 0. */
  readonly index: number
  readonly leaf: Hash
  readonly path: readonly Hash[]
}

/**
 * Whether a tree contains a leaf at its place.
 *
 * Source: RFC 9162, section 2.1.3.2
 */
export function isIncluded(hashing: TreeHashing, proof: InclusionProof, head: TreeHead): boolean {
  const root = rootOfProof(hashing, proof, head.size)
  return root !== undefined && isSameHash(root, head.root)
}

/**
 * The root of a tree of `size` leaves that has the leaf at its place; undefined if there is no such
 * place, or the path is not as long as the way from it to the root.
 *
 * Source: RFC 9162, section 2.1.3.2
 */
export function rootOfProof(
  hashing: TreeHashing,
  { index, leaf, path }: InclusionProof,
  size: number,
): Hash | undefined {
  if (!isCount(index) || !isCount(size) || index >= size) return undefined
  const sides = sidesOf({ place: index, last: size - 1 }, path.length)
  return sides && rootOver(hashing, leaf, { sides, path })
}

/**
 * Whether the leaves of the older tree are the first leaves of the newer one.
 *
 * Source: RFC 9162, section 2.1.4.2
 */
export function isConsistent(
  hashing: TreeHashing,
  proof: readonly Hash[],
  { older, newer }: { older: TreeHead; newer: TreeHead },
): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size) return false
  if (older.size === newer.size) return proof.length === 0 && isSameHash(older.root, newer.root)
  if (older.size === 0) return proof.length === 0 && isSameHash(older.root, emptyRoot())
  const shared = lowestWhole({ place: older.size - 1, last: newer.size - 1 })
  // A whole tree is a node of the newer one, so the proof need not repeat its root.
  const [first, ...path] = shared.place === 0 ? [older.root, ...proof] : proof
  const sides = sidesOf(shared, path.length)
  if (first === undefined || !sides) return false
  const isOld = (_: unknown, step: number) => sides[step] === 'left'
  const ofOld = { sides: sides.filter(isOld), path: path.filter(isOld) }
  return (
    isSameHash(rootOver(hashing, first, ofOld), older.root) &&
    isSameHash(rootOver(hashing, first, { sides, path }), newer.root)
  )
}

/** A node of a level: its index, and that of the last node there. */
interface Place {
  readonly place: number
  readonly last: number
}

/** On which side of the way up each hash of a path lies. */
type Side = 'left' | 'right'

/** The way from a node to the root; undefined unless it takes just as many steps as the path has. */
function sidesOf({ place, last }: Place, steps: number): Side[] | undefined {
  const sides: Side[] = []
  let at: Place = { place, last }
  while (at.last > 0) {
    if (sides.length === steps) return undefined
    if (at.place % 2 === 1 || at.place === at.last) {
      sides.push('left')
      // The last node of a level goes up alone until it has a sibling on its left.
      while (at.place % 2 === 0 && at.place !== 0) at = above(at)
    } else {
      sides.push('right')
    }
    at = above(at)
  }
  return sides.length === steps ? sides : undefined
}

/** Goes up from the last leaf of the older tree while it ends a whole node. */
function lowestWhole(from: Place): Place {
  let at = from
  while (at.place % 2 === 1) at = above(at)
  return at
}

function rootOver(
  hashing: TreeHashing,
  from: Hash,
  { sides, path }: { sides: readonly Side[]; path: readonly Hash[] },
): Hash {
  return path.reduce(
    (hash, beside, step) =>
      sides[step] === 'left' ? hashing.node(beside, hash) : hashing.node(hash, beside),
    from,
  )
}

/** Bit operations would cut a number above 2^31. */
function above({ place, last }: Place): Place {
  return { place: Math.floor(place / 2), last: Math.floor(last / 2) }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
