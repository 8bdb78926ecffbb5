import { boundedPasswords, type Passwords } from '#server/identity/passwords.ts'

/** The product's password hashes at a hundredth of their cost, to keep tests fast. */
export function lightPasswords(): Passwords {
  return boundedPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
}
