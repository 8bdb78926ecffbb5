import type { PoolClient } from 'pg'
import { openCheckpoint, type SignedCheckpoint } from '#shared/proofs/checkpoint.ts'
import { MalformedNote, type NoteKey } from '#shared/proofs/signed-note.ts'
import { isSameHash } from '#shared/proofs/tree-hashing.ts'
import { type EndorsedKey, extendTrust, readable } from '#shared/proofs/trusted-keys.ts'
import { LedgerFault } from './ledger-fault.ts'

export interface CheckpointRow {
  readonly origin: string
  readonly size: string
  readonly root: Buffer
  readonly note: string
}

/**
 * The keys that may sign a log: the first key that the log recorded for each origin, and those
 * endorsed by an earlier key.
 *
 * Source: docs/proofs.md, Keys
 */
export async function readLogKeys(client: PoolClient): Promise<readonly NoteKey[]> {
  const { rows } = await client.query<EndorsedKey & { origin: string }>(
    `select data::jsonb ->> 'origin' as origin, data::jsonb ->> 'vkey' as vkey,
            data::jsonb ->> 'endorsement' as endorsement
     from event where stream = 'signed-log-keys' and type = 'LogKeyAdopted' order by version`,
  )
  return trustedKeys(rows)
}

/** @param adopted oldest first */
export async function trustedKeys(
  adopted: readonly (EndorsedKey & { readonly origin: string })[],
): Promise<readonly NoteKey[]> {
  const origins = [...new Set(adopted.map(({ origin }) => origin))]
  const trusted = origins.map(async (origin) => {
    const [first, ...later] = adopted.filter((key) => key.origin === origin)
    return first ? extendTrust([first.vkey], later) : []
  })
  return (await Promise.all(trusted)).flat().flatMap(readable)
}

/**
 * @param root of the tree with the number of leaves in the checkpoint
 * @throws LedgerFault if the checkpoint differs, or none of the keys has signed it
 */
export async function verifyCheckpoint(
  { size, root: stored, note }: CheckpointRow,
  root: Uint8Array | undefined,
  keys: readonly NoteKey[],
): Promise<void> {
  const named = `the checkpoint of ${size} events`
  if (!root || !isSameHash(root, stored)) throw new LedgerFault(`${named} is of another log`)
  const signed = await openedBy(keys, note, named)
  if (signed.size !== Number(size) || !isSameHash(signed.root, root)) {
    throw new LedgerFault(`${named} is stored beside a note that says something else`)
  }
}

/** @throws LedgerFault */
export async function openedBy(
  keys: readonly NoteKey[],
  note: string,
  named: string,
): Promise<SignedCheckpoint> {
  try {
    return await openCheckpoint(note, keys)
  } catch (error) {
    if (!(error instanceof MalformedNote)) throw error
    throw new LedgerFault(`${named}: ${error.message}`)
  }
}
