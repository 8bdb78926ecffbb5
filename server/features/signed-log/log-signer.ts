import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { Config } from '#server/platform/config.ts'
import {
  formatKey,
  formatNote,
  type NoteKey,
  type NoteSignature,
  noteKey,
} from '#shared/proofs/signed-note.ts'

/** The key that signs the checkpoints of one log. */
export interface LogSigner {
  readonly key: NoteKey
  /** In the form with which verifiers are configured. */
  readonly vkey: string
  signature(text: string): NoteSignature
}

export interface Signers {
  readonly current: LogSigner
  /** While keys are replaced, the previous one signs too. */
  readonly previous: LogSigner | undefined
}

/** The configured keys, under the name of the log. */
export function signersOf({ logOrigin, logKeys }: Config): Signers {
  const [current, previous] = logKeys
  return {
    current: openSigner(logOrigin, current),
    previous: previous && openSigner(logOrigin, previous),
  }
}

/** The PKCS #8 bytes before the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_BYTES = 32

/** @param seed the 32-byte private key of RFC 8032 */
export function openSigner(origin: string, seed: Buffer): LogSigner {
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const key = noteKey(origin, publicBytesOf(privateKey))
  return {
    key,
    vkey: formatKey(key),
    signature: (text) => ({ ...key, signature: sign(null, Buffer.from(text), privateKey) }),
  }
}

/** A note signed with several keys: verifiers need to know only one of them. */
export function signedBy(text: string, signers: readonly LogSigner[]): string {
  return formatNote({ text, signatures: signers.map((signer) => signer.signature(text)) })
}

function publicBytesOf(privateKey: KeyObject): Uint8Array {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return new Uint8Array(spki.subarray(-PUBLIC_BYTES))
}
