import { type Account, assetOfAccount, ownerOfAccount } from './chart.ts'

/** An account in the words of a fault. */
export function named(account: Account): string {
  const part = account % 2n === 0n ? 'available' : 'frozen'
  const owner = ownerOfAccount(account)
  return account < 0n
    ? `house account ${owner} ${assetOfAccount(account)}`
    : `user ${owner}, ${assetOfAccount(account)} ${part},`
}

/** A number of units as PostgreSQL writes it; undefined where it is none, for a unit has no parts. */
export function wholeUnits(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}
