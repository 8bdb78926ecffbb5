import { base64, hex } from '@scure/base'
import type { ProvenEvent } from '#shared/contract/proven-event.ts'
import type { EventProofFile } from '#shared/contract/signed-log.ts'
import { formatCheckpoint } from '#shared/proofs/checkpoint.ts'
import { hashOfEvent } from '#shared/proofs/event-proof.ts'
import { leafEntry } from '#shared/proofs/log-leaf.ts'
import { portableHashing } from '#shared/proofs/tree-hashing.ts'
import { inclusionPath, merkleTreeHash } from '../rfc-9162.ts'
import { signer } from './test-log.ts'

/** The key that has signed the log of {@link proofFile}. */
export const KEY = signer(1)

/** The proof of the third of five events, by default a deposit. */
export function proofFile(
  by = KEY,
  told: Partial<Pick<ProvenEvent, 'type' | 'data'>> = {},
): EventProofFile {
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
    ...told,
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
