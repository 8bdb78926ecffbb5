import { expect, test } from 'vitest'
import { checkEventProof } from '#shared/proofs/event-proof.ts'
import { observe } from '#shared/proofs/observe-log.ts'
import { portableHashing } from '#shared/proofs/tree-hashing.ts'
import { isIncluded } from '#shared/proofs/tree-proofs.ts'
import { headOf } from '#shared/proofs/witness-state.ts'
import { inclusionPath, merkleTreeHash } from '#tests/proofs/rfc-9162.ts'
import { KEY, proofFile } from '#tests/proofs/support/proof-file.ts'
import { TestLog } from '#tests/proofs/support/test-log.ts'

const entries = [0, 1, 2, 3].map((byte) => Uint8Array.of(byte))
const head = { size: 4, root: merkleTreeHash(entries) }

test('a node of the tree does not pass as a leaf, neither by its hash nor by its content', () => {
  const leaves = entries.map((entry) => portableHashing.leaf(entry))
  const [first, second, third, fourth] = leaves as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const left = portableHashing.node(first, second)
  const path = [portableHashing.node(third, fourth)]
  // The path does lead to the root.
  expect(portableHashing.node(left, path[0] as Uint8Array)).toEqual(head.root)
  expect(isIncluded(portableHashing, { index: 0, leaf: left, path }, head)).toBe(false)
  const content = portableHashing.leaf(Uint8Array.of(...first, ...second))
  for (const size of [2, 4]) {
    const claimed = { ...head, size }
    expect(isIncluded(portableHashing, { index: 0, leaf: content, path }, claimed)).toBe(false)
  }
})

test('the proof of an event at one position proves nothing at another', async () => {
  const leaf = portableHashing.leaf(entries[1] as Uint8Array)
  const path = inclusionPath(1, entries)
  expect(isIncluded(portableHashing, { index: 1, leaf, path }, head)).toBe(true)
  for (const index of [0, 2, 3, 4, -1]) {
    expect(isIncluded(portableHashing, { index, leaf, path }, head)).toBe(false)
  }
  const proof = proofFile()
  const moved = { ...proof, leaf: { ...proof.leaf, position: '4' }, index: 3 }
  expect(await checkEventProof(moved, [KEY.key])).toMatchObject({ leaf: false, inclusion: false })
})

test('a checkpoint of a smaller tree does not replace a larger one', async () => {
  const log = new TestLog(['a', 'b', 'c', 'd', 'e'])
  const met = await observe(undefined, log, 0)
  if (met.outcome !== 'accepted') throw new Error('the log was not accepted')
  // The log has signed this part of its past: a server that shows it hides the later events.
  const past = Object.assign(log.copy(), { checkpoint: async () => log.note(3) })
  const seen = await observe(met.witnessed, past, 1)
  if (seen.outcome !== 'older') throw new Error(`it was taken as ${seen.outcome}`)
  expect(headOf(seen.witnessed.newest ?? '').size).toBe(5)
  // A checkpoint that cannot be proven to be its past raises an alarm.
  const other = Object.assign(log.copy(), {
    checkpoint: async () => new TestLog(['a', 'x', 'c']).note(),
  })
  expect(await observe(met.witnessed, other, 1)).toMatchObject({ outcome: 'alarm' })
})
