/** Minutes for which a proof counts; signing in counts as one. Source: docs/product.md, Step-up. */
export const STEP_UP_MINUTES = 5

export const STEP_UP_METHODS = ['passkey', 'code', 'password'] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]

interface Protection {
  readonly hasPasskey: boolean
  readonly hasSecondFactor: boolean
}

/** How an account proves who acts; the password counts only where there is nothing better. */
export function stepUpMethods({ hasPasskey, hasSecondFactor }: Protection): StepUpMethod[] {
  const better = [...(hasPasskey ? ['passkey'] : []), ...(hasSecondFactor ? ['code'] : [])]
  return (better.length > 0 ? better : ['password']) as StepUpMethod[]
}

/** Passkeys of one account. */
export const PASSKEYS_MAX = 10
/** Minutes until a challenge for a passkey expires. */
export const CHALLENGE_MINUTES = 5
