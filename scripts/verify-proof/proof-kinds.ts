import { eventProofKind } from './event-proof-kind.ts'
import { liabilityProofKind } from './liability-proof-kind.ts'
import { type ProofKind, type ProofReport, UnreadableProof } from './proof-kind.ts'

/** Every kind of proof that can be checked. */
export const PROOF_KINDS: readonly ProofKind[] = [eventProofKind, liabilityProofKind]

/**
 * Checks the text of an exported proof of any kind.
 *
 * @param named the operator's key, if the reader knows it from another source
 * @throws UnreadableProof
 */
export async function checkProof(text: string, named?: string): Promise<ProofReport> {
  const file = jsonOf(text)
  const { kind } = Object(file) as { kind?: unknown }
  const known = PROOF_KINDS.find(({ kinds }) => kinds.some((each) => each === kind))
  if (!known) {
    const kinds = PROOF_KINDS.flatMap((each) => each.kinds).join(', ')
    throw new UnreadableProof(`The file is no proof of a known kind (${kinds}).`)
  }
  return known.check(file, named)
}

export function isProved({ checks }: ProofReport): boolean {
  return checks.every(({ isGood }) => isGood)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableProof('The file is not JSON.')
  }
}
