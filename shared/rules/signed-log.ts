/**
 * Why nothing is signed. rewritten: the log does not begin with what was signed before. unknown_key:
 * the key that signs is not endorsed by the one before.
 *
 * Source: docs/proofs.md, Checkpoints
 */
export const SIGNING_FAULTS = ['rewritten', 'unknown_key'] as const
export type SigningFault = (typeof SIGNING_FAULTS)[number]
