import { utf8 } from '@scure/base'
import { isOf, type NoteKey, type NoteSignature, type SignedNote } from './signed-note.ts'
import { verifyEd25519 } from './verify-ed25519.ts'

/** A time of eight bytes, then a signature of Ed25519. */
const COSIGNATURE_BYTES = 8 + 64

/**
 * What a witness signs: that at a time it had seen a checkpoint, and none that it contradicts.
 *
 * Source: C2SP tlog-cosignature, version 1
 */
export function cosignedMessage(checkpointText: string, atSeconds: number): Uint8Array {
  return utf8.decode(`cosignature/v1\ntime ${atSeconds}\n${checkpointText}`)
}

/** @param sign by the witness's key */
export function cosignature(
  key: NoteKey,
  checkpointText: string,
  { atSeconds, sign }: { atSeconds: number; sign: (message: Uint8Array) => Uint8Array },
): NoteSignature {
  const signature = new Uint8Array(COSIGNATURE_BYTES)
  new DataView(signature.buffer).setBigUint64(0, BigInt(atSeconds))
  signature.set(sign(cosignedMessage(checkpointText, atSeconds)), 8)
  return { name: key.name, keyId: key.keyId, signature }
}

/**
 * When a witness has cosigned a note, in seconds since 1970; undefined if it has not.
 *
 * @param key of the type for cosignatures: `parseKey(line, 'cosignature')`
 */
export async function cosignedAt(
  { text, signatures }: SignedNote,
  key: NoteKey,
): Promise<number | undefined> {
  for (const made of signatures.filter((each) => isOf(each, key))) {
    const { signature } = made
    if (signature.length !== COSIGNATURE_BYTES) continue
    const view = new DataView(signature.buffer, signature.byteOffset)
    const atSeconds = Number(view.getBigUint64(0))
    const message = cosignedMessage(text, atSeconds)
    if (await verifyEd25519(signature.subarray(8), message, key.publicKey)) return atSeconds
  }
  return undefined
}
