import { type Account, assetOfAccount, type House, isFrozen, ownerOfAccount } from './chart.ts'

/** An account in the words of a fault. */
export function named(account: Account): string {
  const { owner, symbol, part } = accountParts(account)
  return account < 0n ? `house account ${owner} ${symbol}` : `user ${owner}, ${symbol} ${part},`
}

interface AccountParts {
  readonly symbol: string
  readonly owner: bigint | House | string
  /** Of a user's account; a house account has one part only. */
  readonly part: 'available' | 'frozen'
}

/** What an account's number says, also where no account should have it. */
export function accountParts(account: Account): AccountParts {
  const part = isFrozen(account) ? 'frozen' : 'available'
  const symbol = orElse(() => assetOfAccount(account), 'unknown-asset')
  return { symbol, part, owner: orElse(() => ownerOfAccount(account), String(account)) }
}

/** A number of units as PostgreSQL writes it; undefined where it is none, for a unit has no parts. */
export function wholeUnits(text: string): bigint | undefined {
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined
}

function orElse<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read()
  } catch {
    return otherwise
  }
}
