import { MalformedNote, type NoteKey, parseKey, parseNote, signerOf } from './signed-note.ts'

/** A key of the log, and the note by which the key before it vouches for it. */
export interface EndorsedKey {
  readonly vkey: string
  /** Its text is the key's line; null for the first key of the log. */
  readonly endorsement: string | null
}

/**
 * The trusted keys, and those of the list that they vouch for, directly or through one another.
 *
 * Shape   the list is oldest first; keys are C2SP verifier keys, in one line each
 * Source  docs/proofs.md, Keys
 */
export async function extendTrust(
  trusted: readonly string[],
  listed: readonly EndorsedKey[],
): Promise<string[]> {
  const keys = [...trusted]
  for (const { vkey, endorsement } of listed) {
    if (keys.includes(vkey) || endorsement === null) continue
    if (await isEndorsed(vkey, endorsement, keys.flatMap(readable))) keys.push(vkey)
  }
  return keys
}

/** The keys of the lines that can be read. */
export function readable(line: string): NoteKey[] {
  try {
    return [parseKey(line)]
  } catch (error) {
    if (error instanceof MalformedNote) return []
    throw error
  }
}

async function isEndorsed(
  vkey: string,
  endorsement: string,
  by: readonly NoteKey[],
): Promise<boolean> {
  if (readable(vkey).length === 0) return false
  try {
    const note = parseNote(endorsement)
    return note.text === `${vkey}\n` && (await signerOf(note, by)) !== undefined
  } catch (error) {
    if (error instanceof MalformedNote) return false
    throw error
  }
}
