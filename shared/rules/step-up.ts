/**
 * Minutes for which a proof is valid; logging in also counts as a proof. Source: docs/product.md,
 * Step-up.
 */
export const STEP_UP_MINUTES = 5

export const STEP_UP_METHODS = ['passkey', 'code', 'password'] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]

interface Protection {
  readonly hasPasskey: boolean
  readonly hasSecondFactor: boolean
}

/** How an account can prove who acts; the password is accepted only if there is no other method. */
export function stepUpMethods({ hasPasskey, hasSecondFactor }: Protection): StepUpMethod[] {
  const better = [...(hasPasskey ? ['passkey'] : []), ...(hasSecondFactor ? ['code'] : [])]
  return (better.length > 0 ? better : ['password']) as StepUpMethod[]
}

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10
/** Minutes until a challenge for a passkey expires. */
export const CHALLENGE_MINUTES = 5
