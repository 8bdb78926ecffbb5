/** A customer of the generated data, with the ids of their entries. */
export interface Customer {
  readonly index: number
  readonly id: string
  readonly no: bigint
  readonly displayId: string
  readonly signedUpMs: number
  /** Ids that one step creates and a later one uses, by name. */
  readonly ids: Map<string, string>
}

/** The customers at places `first` to `last` of each hundred. */
export interface Part {
  readonly first: number
  readonly last: number
}

/**
 * What customers do, by their place in each hundred. All sign up and send one proof. The first ten
 * have a pending request.
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

/** Every `n`-th of a part: some entries are cancelled, left open or refused. */
export function isEvery(n: number, { index }: Pick<Customer, 'index'>): boolean {
  return (index + Math.floor(index / 100)) % n === 0
}

/** An id that an earlier step created. */
export function idOf({ ids, index }: Customer, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`customer ${index} has no ${name}`)
  return id
}
