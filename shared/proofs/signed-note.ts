import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex, utf8 } from '@scure/base'
import { isSameHash } from './tree-hashing.ts'
import { verifyEd25519 } from './verify-ed25519.ts'

/**
 * Text with signatures of named keys below it.
 *
 * Source: C2SP signed-note
 */
export interface SignedNote {
  /** Ends with a line break. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

export interface NoteSignature {
  readonly name: string
  /** Four bytes that tell keys of one name apart. */
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/** A public key under a name. */
export interface NoteKey {
  readonly name: string
  readonly keyId: Uint8Array
  /** 32 bytes. */
  readonly publicKey: Uint8Array
}

/** What a key signs: the text of a note, or that it has seen a checkpoint at a time. */
export const KEY_TYPES = { note: 1, cosignature: 4 } as const
type KeyType = keyof typeof KEY_TYPES

const SIGNATURES_MAX = 64
/** Checkpoints have a few hundred; more is an attack on the reader. */
const NOTE_LENGTH_MAX = 100_000
const DASH = '— '

/** A text that is not what it should be: says what is wrong with it. */
export class MalformedNote extends Error {
  override readonly name = 'MalformedNote'
}

export function noteKey(name: string, publicKey: Uint8Array, type: KeyType = 'note'): NoteKey {
  if (!isKeyName(name)) throw new MalformedNote(`no key can be named "${name}"`)
  const typed = Uint8Array.of(KEY_TYPES[type], ...publicKey)
  const keyId = sha256(Uint8Array.of(...utf8.decode(`${name}\n`), ...typed)).subarray(0, 4)
  return { name, keyId, publicKey }
}

/** A key in one line, as a verifier is configured with: `name+c1a2b3d4+AW…`. */
export function formatKey(key: NoteKey, type: KeyType = 'note'): string {
  const typed = Uint8Array.of(KEY_TYPES[type], ...key.publicKey)
  return `${key.name}+${hex.encode(key.keyId)}+${base64.encode(typed)}`
}

/** @throws MalformedNote */
export function parseKey(line: string, type: KeyType = 'note'): NoteKey {
  const [, name, keyId, encoded] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line) ?? []
  const typed = encoded === undefined ? undefined : bytesOf(encoded)
  if (name === undefined || typed?.length !== 33 || typed[0] !== KEY_TYPES[type]) {
    throw new MalformedNote('a key looks like name+1a2b3c4d+BASE64')
  }
  const key = noteKey(name, typed.subarray(1), type)
  if (hex.encode(key.keyId) !== keyId) throw new MalformedNote(`the id of key ${name} is wrong`)
  return key
}

export function formatNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`
}

export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  return `${DASH}${name} ${base64.encode(Uint8Array.of(...keyId, ...signature))}\n`
}

/** @throws MalformedNote */
export function parseNote(note: string): SignedNote {
  if (note.length > NOTE_LENGTH_MAX) throw new MalformedNote('the note is too long')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the format forbids them.
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.isWellFormed()) {
    throw new MalformedNote('the note has characters that no note may have')
  }
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) throw new MalformedNote('the note has no signatures')
  const signatures = parseSignatures(note.slice(end + 2))
  if (signatures.length === 0) throw new MalformedNote('the note has no signatures')
  return { text: note.slice(0, end + 1), signatures }
}

/** @throws MalformedNote */
export function parseSignatures(lines: string): NoteSignature[] {
  const each = lines.split('\n').slice(0, -1)
  if (each.length > SIGNATURES_MAX) throw new MalformedNote('the note has too many signatures')
  return each.map((line) => {
    const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? []
    const bytes = encoded === undefined ? undefined : bytesOf(encoded)
    if (name === undefined || bytes === undefined || bytes.length < 5) {
      throw new MalformedNote('a signature of the note cannot be read')
    }
    return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) }
  })
}

/**
 * The first of the trusted keys that has signed the note; undefined if none has. Signatures of other
 * keys are ignored, but a wrong one under a trusted key's name and id spoils the note.
 */
export async function signerOf(
  note: SignedNote,
  trusted: readonly NoteKey[],
): Promise<NoteKey | undefined> {
  const message = utf8.decode(note.text)
  let signer: NoteKey | undefined
  for (const key of trusted) {
    for (const { signature } of note.signatures.filter((each) => isOf(each, key))) {
      if (!(await verifyEd25519(signature, message, key.publicKey))) return undefined
      signer ??= key
    }
  }
  return signer
}

export function isOf(signature: NoteSignature, key: NoteKey): boolean {
  return signature.name === key.name && isSameHash(signature.keyId, key.keyId)
}

function isKeyName(name: string): boolean {
  return name !== '' && !/[\s+]/u.test(name)
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
