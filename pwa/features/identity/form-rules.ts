import type { IdentityFailure } from './use-identity.ts'

/** What a form checks before it asks the server. */
export const emailRules = {
  required: 'Please enter your email.',
  pattern: { value: /^\S+@\S+\.\S+$/, message: 'Please enter a full email address.' },
} as const

export const passwordRules = { required: 'Please enter your password.' } as const

export const requiredRules = (what: string) => ({
  required: `Please enter ${what}.`,
  validate: (text: string) => text.trim() !== '' || `Please enter ${what}.`,
})

/**
 * Whatever the reason, its title says what did not work.
 *
 * Source: docs/product.md, Accounts and sessions
 */
export function signUpFailure(failure: IdentityFailure): IdentityFailure {
  return { ...failure, error: 'Signup failed' }
}
