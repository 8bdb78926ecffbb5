import { base64 } from '@scure/base'
import { MalformedNote, type NoteKey, parseNote, type SignedNote, signerOf } from './signed-note.ts'
import { HASH_BYTES } from './tree-hashing.ts'
import type { TreeHead } from './tree-proofs.ts'

/**
 * What the operator signs: the name of the log, how many events it has, and the root of their tree.
 *
 * Source: C2SP tlog-checkpoint
 */
export interface Checkpoint extends TreeHead {
  /** Which log it is: an address without its scheme, such as "exchange.example/log". */
  readonly origin: string
}

/** A checkpoint that a trusted key has signed, and the note in which it did. */
export interface SignedCheckpoint extends Checkpoint {
  readonly note: string
}

export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64.encode(root)}\n`
}

/** @throws MalformedNote */
export function parseCheckpoint({ text }: Pick<SignedNote, 'text'>): Checkpoint {
  const [origin, sizeText, rootText, ...extensions] = text.slice(0, -1).split('\n')
  if (!origin || !sizeText || !rootText || extensions.includes('')) {
    throw new MalformedNote('a checkpoint has an origin, a size and a root')
  }
  const size = /^(0|[1-9]\d*)$/.test(sizeText) ? Number(sizeText) : Number.NaN
  if (!Number.isSafeInteger(size))
    throw new MalformedNote('the size of the checkpoint is no number')
  const root = rootOf(rootText)
  if (root?.length !== HASH_BYTES) throw new MalformedNote('the root of the checkpoint is no hash')
  return { origin, size, root }
}

/**
 * Reads a checkpoint that one of the trusted keys has signed.
 *
 * @throws MalformedNote if it cannot be read, none of the keys has signed it, or it is of another log
 */
export async function openCheckpoint(
  note: string,
  trusted: readonly NoteKey[],
): Promise<SignedCheckpoint> {
  const signed = parseNote(note)
  const signer = await signerOf(signed, trusted)
  if (!signer) throw new MalformedNote('no trusted key has signed the checkpoint')
  const checkpoint = parseCheckpoint(signed)
  if (checkpoint.origin !== signer.name) {
    throw new MalformedNote(`the checkpoint is of ${checkpoint.origin}, not of ${signer.name}`)
  }
  return { ...checkpoint, note }
}

function rootOf(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
