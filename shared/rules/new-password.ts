import type { PASSWORD_REFUSALS } from '#shared/password-refusals.ts'
import { PASSWORD_LENGTH_MIN, PASSWORD_LENGTH_WEAK } from './identity.ts'
import { isStaff, type Role } from './permissions.ts'

export interface NewPasswordFacts {
  /** Words that the account's password must not consist of; empty if unknown. */
  readonly owner: readonly string[]
  /** Whether many people use it; only the server knows the list. */
  readonly isCommon?: boolean
}

/**
 * Why a password cannot be chosen; undefined if it can. Existing passwords stay valid.
 *
 * Refuses  password.weak, password.short, password.personal, password.common: first match wins
 * Source   docs/product.md, Passwords and recovery
 */
export function refusalOf(
  password: string,
  { owner, isCommon = false }: NewPasswordFacts,
): { readonly refused: keyof typeof PASSWORD_REFUSALS } | undefined {
  if (password.length < PASSWORD_LENGTH_WEAK) return { refused: 'password.weak' }
  if (password.length < PASSWORD_LENGTH_MIN) return { refused: 'password.short' }
  if (consistsOf(password, owner)) return { refused: 'password.personal' }
  return isCommon ? { refused: 'password.common' } : undefined
}

/**
 * Why staff cannot set a user's password; undefined if they can. With a colleague's password one
 * person could give both approvals. Before confirmation, the password of the sign-up would later
 * replace the one that staff set.
 *
 * Refuses  user.staff_password, user.unconfirmed: first match wins
 * Source   docs/product.md, User management
 */
export function refusalToStaff({ role, isConfirmed }: { role: Role; isConfirmed: boolean }) {
  if (isStaff(role)) return { refused: 'user.staff_password' } as const
  return isConfirmed ? undefined : ({ refused: 'user.unconfirmed' } as const)
}

/** Case, accents and punctuation are ignored: "Demo.User" consists of "Demo User". */
function consistsOf(password: string, owner: readonly string[]): boolean {
  const text = wordsOf(password).join('')
  // The longest first, so that a short word does not leave a part of a longer one.
  const words = owner.flatMap(wordsOf).sort((one, other) => other.length - one.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return text !== '' && rest === ''
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
