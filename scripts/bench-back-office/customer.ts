/** Somebody of the loaded world, with the ids of what is theirs. */
export interface Customer {
  readonly index: number
  readonly id: string
  readonly no: bigint
  readonly displayId: string
  readonly signedUpMs: number
  /** Ids that one step makes and a later one needs, by a name that the steps agree on. */
  readonly ids: Map<string, string>
}

/** Of each hundred customers, whose place is from `first` to `last`. */
export interface Part {
  readonly first: number
  readonly last: number
}

/**
 * Who does what, by the place in each hundred; everybody signs up, and everybody sends one proof.
 * The first ten of a hundred are those who wait for staff.
 */
export const PARTS = {
  depositWaits: { first: 0, last: 3 },
  withdrawalWaits: { first: 4, last: 5 },
  orderWaits: { first: 6, last: 7 },
  loanWaits: { first: 8, last: 8 },
  kycWaits: { first: 9, last: 9 },
  verified: { first: 10, last: 39 },
  withdraws: { first: 20, last: 49 },
  playsFutures: { first: 30, last: 59 },
  trades: { first: 40, last: 94 },
  borrows: { first: 60, last: 69 },
  writes: { first: 70, last: 89 },
  depositRejected: { first: 95, last: 97 },
  disabled: { first: 98, last: 98 },
} as const satisfies Record<string, Part>

export function isOf({ index }: Pick<Customer, 'index'>, { first, last }: Part): boolean {
  const place = index % 100
  return place >= first && place <= last
}

/** Every `n`-th of a part: some of whatever else is done are undone, left open, or refused. */
export function isEvery(n: number, { index }: Pick<Customer, 'index'>): boolean {
  return (index + Math.floor(index / 100)) % n === 0
}

/** The id of one of a customer's things, which an earlier step has made. */
export function idOf({ ids, index }: Customer, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`customer ${index} has no ${name}`)
  return id
}
