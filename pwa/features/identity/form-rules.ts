import { type Problem, problemOfFailure } from '#pwa/ui/problem.ts'
import { t } from '#shared/text/t.ts'

export function emailError(email: string): string | undefined {
  if (email === '') return t('Please enter your email.')
  return /^\S+@\S+\.\S+$/.test(email) ? undefined : t('Please enter a full email address.')
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/**
 * The title always says what failed.
 *
 * Source: docs/product.md, Accounts and sessions
 */
export function signUpFailure(failure: Parameters<typeof problemOfFailure>[0]): Problem {
  return { ...problemOfFailure(failure), title: t('Signup failed') }
}
