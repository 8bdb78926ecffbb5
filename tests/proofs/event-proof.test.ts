import { base64, hex } from '@scure/base'
import { describe, expect, test } from 'vitest'
import type { EventProofFile } from '#shared/contract/signed-log.ts'
import { formatCheckpoint } from '#shared/proofs/checkpoint.ts'
import { checkEventProof, hashOfEvent, isProven } from '#shared/proofs/event-proof.ts'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { portableHashing } from '#shared/proofs/tree-hashing.ts'
import { inclusionPath, merkleTreeHash } from './rfc-9162.ts'
import { signer } from './support/test-log.ts'

const KEY = signer(1)

/** The proof of the third of five events. */
function proofFile(by = KEY): EventProofFile {
  const content = {
    stream: 'deposit-1',
    version: 2,
    position: '3',
    type: 'DepositApproved',
    schema_version: 1,
    key: '0192f0c1-2345-7000-8000-000000000001',
    request_hash: 'aa',
    data: { amount: '500', note: 'ünïcode' },
    metadata: { at: '2026-01-01T00:00:00.000Z' },
    transfers: [{ debit: '-1', credit: '2', amount: '50000000000' }],
    hash: '',
    previous_hash: '11'.repeat(32),
  }
  const event = { ...content, hash: hashOfEvent(content) }
  const leaf = { position: '3', recorded_at_us: '1767225600000000', event_hash: event.hash }
  const entry = leafEntry({
    position: 3,
    recordedAtUs: BigInt(leaf.recorded_at_us),
    eventHash: hex.decode(event.hash),
  })
  const other = (at: number) => Uint8Array.of(at)
  const entries = [other(0), other(1), entry, other(3), other(4)]
  return {
    kind: 'keel-event-proof/1',
    vkey: by.vkey,
    event,
    leaf,
    leaf_hash: base64.encode(portableHashing.leaf(entry)),
    index: 2,
    path: inclusionPath(2, entries).map((hash) => base64.encode(hash)),
    checkpoint: by.sign(
      formatCheckpoint({ origin: by.key.name, size: 5, root: merkleTreeHash(entries) }),
    ),
  }
}

const ALL = { content: true, leaf: true, inclusion: true, signature: true }

describe('the proof of an event', () => {
  test('shows that the event is in the signed log', () => {
    const checks = checkEventProof(proofFile(), [KEY.key])
    expect(checks).toEqual(ALL)
    expect(isProven(checks)).toBe(true)
  })

  const file = proofFile()
  const { event, leaf } = file
  test.each<[string, Partial<EventProofFile>, Partial<typeof ALL>]>([
    ['content that was changed', { event: { ...event, data: {} } }, { content: false }],
    [
      'an event that was changed with its hash',
      { event: { ...event, data: {}, hash: hashOfEvent({ ...event, data: {} }) } },
      { leaf: false },
    ],
    ['an event of another position', { event: { ...event, position: '4' } }, { leaf: false }],
    ['the leaf of another place', { index: 3 }, { leaf: false, inclusion: false }],
    [
      'the leaf of another time',
      { leaf: { ...leaf, recorded_at_us: '1' } },
      { leaf: false, inclusion: false },
    ],
    ['a leaf that cannot be read', { leaf_hash: 'x' }, { leaf: false }],
    ['a path that is too short', { path: file.path.slice(1) }, { inclusion: false }],
    ['a path that cannot be read', { path: ['!'] }, { inclusion: false }],
    [
      'a checkpoint that cannot be read',
      { checkpoint: '' },
      { inclusion: false, signature: false },
    ],
    [
      'a checkpoint of another size',
      { checkpoint: file.checkpoint.replace('\n5\n', '\n9\n') },
      { inclusion: false, signature: false },
    ],
  ])('fails the checks it should with %s', (_, change, failing) => {
    const checks = checkEventProof({ ...file, ...change }, [KEY.key])
    expect(checks).toEqual({ ...ALL, ...failing })
    expect(isProven(checks)).toBe(false)
  })

  test('does not choose the key that it is verified with', () => {
    expect(checkEventProof(proofFile(signer(2)), [KEY.key])).toEqual({ ...ALL, signature: false })
    expect(checkEventProof(proofFile(), [])).toEqual({ ...ALL, signature: false })
  })
})
