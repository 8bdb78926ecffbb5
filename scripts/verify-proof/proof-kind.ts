/** A claim that a proof must show, and whether it does. */
export interface NamedCheck {
  readonly name: string
  readonly isGood: boolean
}

export interface ProofReport {
  readonly title: string
  /** The content of the file in plain words: pairs of a label and a value. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly checks: readonly NamedCheck[]
  /** The key with which the signature was checked. */
  readonly vkey: string
  /** Whether the reader named the key. Otherwise, the author of the file chose it. */
  readonly isKeyNamed: boolean
}

/** A kind of exported proof, and how its files are checked. */
export interface ProofKind {
  /** Oldest first. */
  readonly kinds: readonly string[]
  /** @throws UnreadableProof */
  readonly check: (file: unknown, named: string | undefined) => Promise<ProofReport>
}

/** The file contains no proof of a known kind; the message says why. */
export class UnreadableProof extends Error {
  override readonly name = 'UnreadableProof'
}
