/** The body of an add-checkpoint call. */
export interface AddedCheckpoint {
  /** The size of the tree from which the consistency proof starts. */
  readonly oldSize: number
  /** Hashes in base64. */
  readonly proof: readonly string[]
  readonly note: string
}

const PROOF_LINES_MAX = 63
const HASH = /^[A-Za-z0-9+/]{43}=$/

/**
 * Reads the body of a call; undefined if it is malformed.
 *
 * Source: C2SP tlog-witness, add-checkpoint
 */
export function parseAddCheckpoint(body: string): AddedCheckpoint | undefined {
  const end = body.indexOf('\n\n')
  if (end < 0) return undefined
  const [first = '', ...proof] = body.slice(0, end).split('\n')
  const [, size] = /^old (0|[1-9]\d{0,14})$/.exec(first) ?? []
  if (size === undefined || proof.length > PROOF_LINES_MAX) return undefined
  if (!proof.every((line) => HASH.test(line))) return undefined
  return { oldSize: Number(size), proof, note: body.slice(end + 2) }
}
