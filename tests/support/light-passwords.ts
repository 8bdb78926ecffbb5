import { boundedPasswords, type Passwords } from '#server/identity/passwords.ts'

/** Hashes as the product makes them, at a hundredth of their cost: a test's world has no thieves. */
export function lightPasswords(): Passwords {
  return boundedPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 })
}
