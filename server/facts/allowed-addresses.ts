import type { Queryable } from '#server/projections/documents.ts'
import type { AllowlistStanding } from '#shared/contract/withdrawals.ts'
import {
  type AllowedAddress,
  type Allowlist,
  isAllowlistOn,
} from '#shared/rules/withdrawal-allowlist.ts'
import type { Instant } from '#shared/time.ts'

interface Book {
  readonly entries: readonly AllowedAddress[]
  readonly allowlist?: Allowlist
}

/** A user's saved addresses, and whether withdrawals may go only to these. */
export async function readAllowlist(db: Queryable, userId: string): Promise<Book> {
  const { rows } = await db.query<{ data: Book }>({
    name: 'read allowlist',
    text: 'select data from document where stream = $1',
    values: [`address-book-${userId}`],
  })
  return rows[0]?.data ?? { entries: [] }
}

/** The addresses that may be withdrawn to; undefined if any may. */
export function allowedOf({ entries, allowlist }: Book, now: Instant) {
  return isAllowlistOn(allowlist, now) ? entries : undefined
}

/** As its owner reads it. */
export function presentAllowlist(
  allowlist: Allowlist | undefined,
  now: Instant,
): AllowlistStanding {
  const isOn = isAllowlistOn(allowlist, now)
  return { is_on: isOn, ends_at: isOn ? (allowlist?.endsAt ?? null) : null }
}
