import type { MountContext } from '#server/platform/mount.ts'

/** Of servers in tests whose routes ask for no proof of who acts. */
export const noStepUp: MountContext['identity']['stepUp'] = {
  methodsOf: () => Promise.resolve(['password']),
  proofOf: () => Promise.resolve(undefined),
}
