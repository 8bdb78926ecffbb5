import * as z from 'zod/mini'
import { ASSETS } from '#shared/assets.ts'
import { tryParseUnits } from '#shared/money.ts'

/** Field schemas shared by all contracts. Money is a decimal string, never a JSON number. */

// PostgreSQL cannot store NUL in text.
const printable = (text: string) => !text.includes('\u0000')

/** Free text, trimmed, 1 to `max` characters. */
export const textField = (max: number, min = 1) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(min),
      z.maxLength(max),
      z.refine(printable, 'must not contain NUL characters'),
    )

export const emailField = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

/** An amount of money above zero with at most 8 decimals. */
export const amountField = z.string().check(
  z.maxLength(40),
  z.refine((text) => {
    const units = tryParseUnits(text)
    return units !== undefined && units > 0n
  }, 'must be a decimal string above 0 with at most 8 decimals, such as "0.5"'),
)

/** An amount of money in an answer. */
export const decimalField = z.string()

/** What a user holds of one asset. */
export const balance = z.object({
  symbol: z.string(),
  available: decimalField,
  frozen: decimalField,
})

export const symbolField = z.enum(ASSETS.map((asset) => asset.symbol) as [string, ...string[]])

export const idField = z.uuid()

export const instantField = z.string()

export const userIdParams = z.object({ userId: idField })
export const idParams = z.object({ id: idField })

/** The caller's own id where given: a claim that the server checks. */
export const claimedUserId = z.optional(idField)

export const limitField = (max: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(max)))

/** One page of a list: `before` is the id of the last entry of the page before it. */
export const pageFields = { limit: limitField(200), before: z.optional(idField) }

/** A user as staff read them; empty texts once the account is deleted. */
export const userNames = z.object({
  full_name: z.string(),
  email: z.string(),
  display_id: z.string(),
})
export type UserNames = z.infer<typeof userNames>

/** The user beside an order or a trade, for staff. */
export const userDetails = z.object({
  id: idField,
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  display_id: z.string(),
})

/** The answer to a write that returns nothing but its effect. */
export const messageResponse = z.object({ message: z.string() })
