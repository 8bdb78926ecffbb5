import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edgesOf, type Tile, TileBuilder } from '#shared/proofs/tile-builder.ts'
import { hashesOfRanges, type TileId, type TileReader } from '#shared/proofs/tiles.ts'
import { type Hash, portableHashing, treeHashing } from '#shared/proofs/tree-hashing.ts'
import { isConsistent, isIncluded } from '#shared/proofs/tree-proofs.ts'
import { consistencyRanges, inclusionRanges } from '#shared/proofs/tree-ranges.ts'
import { consistencyProof, inclusionPath, merkleTreeHash } from './rfc-9162.ts'

// Everything is compared with a second implementation, which recurses like the definition in the
// RFC.

const hashing = treeHashing((bytes) => hash('sha256', bytes, 'buffer'))

const ENTRIES = Array.from({ length: 66_000 }, (_, at) => Buffer.from(`entry ${at}`))
const LEAVES = ENTRIES.map((entry) => hashing.leaf(entry))
const entriesOf = (size: number) => ENTRIES.slice(0, size)
const hexOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

/** A tree in tiles, as the server keeps it. */
function treeOf(size: number) {
  const tiles = new Map<string, Uint8Array>()
  const builder = new TileBuilder(hashing)
  for (const leaf of LEAVES.slice(0, size)) builder.append(leaf)
  for (const tile of builder.takeChanged()) tiles.set(nameOf(tile), tile.hashes)
  const reader: TileReader = {
    read: async (wanted) => wanted.map((tile) => tiles.get(nameOf(tile)) as Uint8Array),
  }
  const proof = (ranges: Parameters<typeof hashesOfRanges>[2]['ranges']) =>
    hashesOfRanges(reader, hashing, { ranges, size })
  return { builder, tiles, proof }
}

const nameOf = ({ level, index }: TileId) => `${level}/${index}`

/** Computes each result once, because cases repeat sizes and positions. */
function remembered<T>(compute: (size: number, place: number) => T) {
  const known = new Map<string, T>()
  return (size: number, place: number): T => {
    const key = `${size}/${place}`
    const found = known.get(key) ?? compute(size, place)
    known.set(key, found)
    return found
  }
}

const sizeAndPlace = (max: number) =>
  fc.integer({ min: 1, max }).chain((size) =>
    fc.record({
      size: fc.constant(size),
      index: fc.integer({ min: 0, max: size - 1 }),
      older: fc.integer({ min: 1, max: size }),
    }),
  )

describe('a tree of hashes', () => {
  const trees = new Map<number, ReturnType<typeof treeOf>>()
  const treeOfSize = (size: number) => {
    const tree = trees.get(size) ?? treeOf(size)
    trees.set(size, tree)
    return tree
  }

  test('has the roots and proofs that the RFC defines, in 10,000 trees', async () => {
    const rootOf = remembered((size) => hexOf(merkleTreeHash(entriesOf(size))))
    const pathOf = remembered((size, index) => inclusionPath(index, entriesOf(size)).map(hexOf))
    const proofOf = remembered((size, older) => consistencyProof(older, entriesOf(size)).map(hexOf))
    await fc.assert(
      fc.asyncProperty(sizeAndPlace(48), async ({ size, index, older }) => {
        const tree = treeOfSize(size)
        const root = hexOf(await tree.builder.root())
        const path = await tree.proof(inclusionRanges(index, size))
        const proof = await tree.proof(consistencyRanges(older, size))
        expect({ root, path: path.map(hexOf), proof: proof.map(hexOf) }).toEqual({
          root: rootOf(size, 0),
          path: pathOf(size, index),
          proof: proofOf(size, older),
        })
      }),
      { numRuns: 10_000 },
    )
  })

  test('accepts each proof, and rejects those of another leaf, position, size or root', async () => {
    const wrong = merkleTreeHash([Uint8Array.of(1)])
    await fc.assert(
      fc.asyncProperty(sizeAndPlace(1_000), async ({ size, index, older }) => {
        const entries = entriesOf(size)
        const tree = treeOfSize(size)
        const root = await tree.builder.root()
        const leaf = portableHashing.leaf(entries[index] as Uint8Array)
        const path = await tree.proof(inclusionRanges(index, size))
        const accepts = (change: object, head = { size, root }) =>
          isIncluded(portableHashing, { index, leaf, path, ...change }, head)
        expect(accepts({})).toBe(true)
        expect(accepts({ leaf: wrong })).toBe(false)
        expect(accepts({ index: index + 1 })).toBe(false)
        expect(accepts({ path: [...path, wrong] })).toBe(false)
        expect(accepts({ path: path.slice(1) })).toBe(size === 1)
        expect(accepts({}, { size, root: wrong })).toBe(false)

        const proof = await tree.proof(consistencyRanges(older, size))
        const before = { size: older, root: merkleTreeHash(entries.slice(0, older)) }
        const follows = (given: readonly Hash[], from = before, to = { size, root }) =>
          isConsistent(portableHashing, given, { older: from, newer: to })
        expect(follows(proof)).toBe(true)
        expect(follows([...proof, wrong])).toBe(false)
        expect(follows(proof, { ...before, root: wrong })).toBe(false)
        expect(follows(proof, before, { size, root: wrong })).toBe(false)
        expect(follows(proof, before, { size: older - 1, root })).toBe(false)
      }),
    )
  })

  test('is the same whether it grows at once or in steps, across the borders of tiles', async () => {
    const border = fc.constantFrom(0, 1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537)
    await fc.assert(
      fc.asyncProperty(border, fc.integer({ min: 1, max: 300 }), async (size, more) => {
        const whole = treeOf(size + more)
        const begun = treeOf(size)
        const edges: Tile[] = edgesOf(size).map((tile) => ({
          ...tile,
          hashes: begun.tiles.get(nameOf(tile)) as Uint8Array,
        }))
        const grown = new TileBuilder(hashing, size, edges)
        for (const leaf of LEAVES.slice(size, size + more)) grown.append(leaf)
        for (const tile of grown.takeChanged()) begun.tiles.set(nameOf(tile), tile.hashes)
        const written = (tiles: ReadonlyMap<string, Uint8Array>) =>
          Object.fromEntries([...tiles].map(([name, hashes]) => [name, hexOf(hashes)]))
        expect(written(begun.tiles)).toEqual(written(whole.tiles))
        expect(hexOf(await grown.root())).toBe(hexOf(await whole.builder.root()))
      }),
      { numRuns: 20 },
    )
  })
})
