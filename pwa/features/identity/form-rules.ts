import { type Problem, problemOfFailure } from '#pwa/ui/problem.ts'

export function emailError(email: string): string | undefined {
  if (email === '') return 'Please enter your email.'
  return /^\S+@\S+\.\S+$/.test(email) ? undefined : 'Please enter a full email address.'
}

export function emptyError(text: string, what: string): string | undefined {
  return text.trim() === '' ? `Please enter ${what}.` : undefined
}

/**
 * The title always says what did not work.
 *
 * Source: docs/product.md, Accounts and sessions
 */
export function signUpFailure(failure: Parameters<typeof problemOfFailure>[0]): Problem {
  return { ...problemOfFailure(failure), title: 'Signup failed' }
}
