/**
 * Why a new password is refused, written as in errors.ts, which includes them. They are separate
 * because the pages before signing in need them and load none of the others.
 */
export const PASSWORD_REFUSALS = {
  'password.weak': '400 Weak Password | New password must be at least 6 characters long',
  'password.short': '400 Short Password | Choose a password with at least 8 characters.',
  'password.personal':
    '400 Password Easy to Guess | This password consists of the name or email of the account. Choose one that is not about you.',
  'password.common':
    '400 Common Password | Many people use this password, so it is easy to guess. Choose another one, such as three unrelated words.',
} as const
