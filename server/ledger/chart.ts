import { assetByNumber, assetOf } from '#shared/assets.ts'

/**
 * The chart of accounts: a ledger account is one number that encodes its owner and its asset.
 *
 * user   user_no × 1024 + asset × 2 + (0 available | 1 frozen)
 * house −(house_no × 1024 + asset × 2): negative, so the log never updates a balance row for it
 */
export type Account = bigint

const PER_OWNER = 1024
const PER_ASSET = 2
const OWNER = BigInt(PER_OWNER)
const ASSET = BigInt(PER_ASSET)
const FROZEN = 1n

/** The sides of the house. The log contains these numbers: never reuse or renumber one. */
const HOUSES = {
  /** The outside world: deposits come from it and withdrawals go to it. */
  custody: 1n,
  /** The counterparty of spot orders and conversions. */
  trading: 2n,
  futures: 3n,
  interest: 4n,
  loans: 5n,
  adjustments: 6n,
  fees: 7n,
} as const

export type House = keyof typeof HOUSES

export function availableOf(userNo: bigint, symbol: string): Account {
  return userNo * OWNER + assetPart(symbol)
}

export function frozenOf(userNo: bigint, symbol: string): Account {
  return availableOf(userNo, symbol) + FROZEN
}

export function houseOf(house: House, symbol: string): Account {
  return -(HOUSES[house] * OWNER + assetPart(symbol))
}

/** The first and the last account that a user may have, for range reads. */
export function accountRangeOf(userNo: bigint): { first: Account; last: Account } {
  return { first: userNo * OWNER, last: (userNo + 1n) * OWNER - 1n }
}

export function assetOfAccount(account: Account): string {
  return assetByNumber(Number((absolute(account) % OWNER) / ASSET)).symbol
}

export function isFrozen(account: Account): boolean {
  return account > 0n && account % ASSET === FROZEN
}

/** The number of the user or of the side of the house. */
export function ownerNoOf(account: Account): bigint {
  return absolute(account) / OWNER
}

/** The user's number of an account given as a plain number, as loops over all users read it. */
export function userNoIn(account: number): number {
  return Math.floor(account / PER_OWNER)
}

/** The asset's number of an account given as a plain number. */
export function assetNoIn(account: number): number {
  return Math.floor((account % PER_OWNER) / PER_ASSET)
}

/** A house account, or the account of owner 0, which no user has, for this asset and part. */
export function sideOf(account: Account): Account {
  return account < 0n ? account : account % OWNER
}

/** The user's number, or the name of the house. */
export function ownerOfAccount(account: Account): bigint | House {
  const owner = ownerNoOf(account)
  if (account > 0n) return owner
  const house = (Object.keys(HOUSES) as House[]).find((name) => HOUSES[name] === owner)
  if (!house) throw new Error(`unknown house account: ${account}`)
  return house
}

/**
 * The chart in SQL. Each argument is an SQL expression for the number of a user's account or of a
 * user. The index `journal_by_owner` is on `ownerOf`.
 */
export const sqlChart = {
  ownerOf: (account: string) => `${account} / ${OWNER}`,
  assetNoOf: (account: string) => `${account} % ${OWNER} / ${ASSET}`,
  isFrozen: (account: string) => `${account} % ${ASSET} = ${FROZEN}`,
  /** The available account of the same user and asset. */
  availableBeside: (account: string) => `${account} - ${account} % ${ASSET}`,
  /** The frozen account beside an available one. */
  frozenBeside: (available: string) => `${available} + ${FROZEN}`,
  /** Like the function `sideOf`. */
  sideOf: (account: string) => `${account} % ${OWNER}`,
  isOwnedBy: (account: string, userNo: string) =>
    `${account} >= ${userNo} * ${OWNER} and ${account} < (${userNo} + 1) * ${OWNER}`,
  /** The first account of a user. */
  firstOf: (userNo: string) => `${userNo} * ${OWNER}`,
  availableOf: (userNo: string, symbol: string) => `${userNo} * ${OWNER} + ${assetPart(symbol)}`,
} as const

/** Decodes an account's number, even a number that no account should have. */
export function accountParts(account: Account) {
  return {
    symbol: orElse(() => assetOfAccount(account), 'unknown-asset'),
    owner: orElse(() => ownerOfAccount(account), String(account)),
    part: isFrozen(account) ? ('frozen' as const) : ('available' as const),
  }
}

/** An account as fault messages name it. */
export function named(account: Account): string {
  const { owner, symbol, part } = accountParts(account)
  return account < 0n ? `house account ${owner} ${symbol}` : `user ${owner}, ${symbol} ${part},`
}

function orElse<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read()
  } catch {
    return otherwise
  }
}

function assetPart(symbol: string): bigint {
  return BigInt(assetOf(symbol).number) * ASSET
}

function absolute(account: Account): bigint {
  return account < 0n ? -account : account
}
