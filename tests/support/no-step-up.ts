import type { MountContext } from '#server/platform/mount.ts'

/** For test servers whose routes ask for no further proof of identity. */
export const noStepUp: MountContext['identity']['stepUp'] = {
  methodsOf: () => Promise.resolve(['password']),
  proofOf: () => Promise.resolve(undefined),
}
