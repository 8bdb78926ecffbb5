/**
 * Why nothing is signed. rewritten: the log does not continue what was signed before. unknown_key:
 * the signing key is not endorsed by the previous one.
 *
 * Source: docs/proofs.md, Checkpoints
 */
export const SIGNING_FAULTS = ['rewritten', 'unknown_key'] as const
export type SigningFault = (typeof SIGNING_FAULTS)[number]
