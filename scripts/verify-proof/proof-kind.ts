/** One thing that a proof must show, and whether it does. */
export interface NamedCheck {
  readonly name: string
  readonly isGood: boolean
}

export interface ProofReport {
  readonly title: string
  /** What the file says, in the words of the reader: pairs of a label and a value. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly checks: readonly NamedCheck[]
  /** The key by which the signature was checked. */
  readonly vkey: string
  /** The reader named the key. Otherwise the author of the file has chosen it. */
  readonly isKeyNamed: boolean
}

/** A kind of exported proof: how a file of it is read and checked. */
export interface ProofKind {
  /** Oldest first. */
  readonly kinds: readonly string[]
  /** @throws UnreadableProof */
  readonly check: (file: unknown, named: string | undefined) => Promise<ProofReport>
}

/** A file that holds no proof of a known kind: says why. */
export class UnreadableProof extends Error {
  override readonly name = 'UnreadableProof'
}
