import { describe, expect, test } from 'vitest'
import type { EventProofFile } from '#shared/contract/signed-log.ts'
import { checkEventProof, hashOfEvent, isProven } from '#shared/proofs/event-proof.ts'
import { KEY, proofFile } from './support/proof-file.ts'
import { signer } from './support/test-log.ts'

const ALL = { content: true, leaf: true, inclusion: true, signature: true }

describe('the proof of an event', () => {
  test('shows that the event is in the signed log', async () => {
    const checks = await checkEventProof(proofFile(), [KEY.key])
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
    ['the leaf of another position', { index: 3 }, { leaf: false, inclusion: false }],
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
  ])('fails exactly the expected checks with %s', async (_, change, failing) => {
    const checks = await checkEventProof({ ...file, ...change }, [KEY.key])
    expect(checks).toEqual({ ...ALL, ...failing })
    expect(isProven(checks)).toBe(false)
  })

  test('is verified only with the reader’s keys', async () => {
    expect(await checkEventProof(proofFile(signer(2)), [KEY.key])).toEqual({
      ...ALL,
      signature: false,
    })
    expect(await checkEventProof(proofFile(), [])).toEqual({ ...ALL, signature: false })
  })
})
