import * as z from 'zod/mini'
import { ASSETS } from '#shared/assets.ts'
import { textShape } from '#shared/contract/text.ts'
import { type Decimal, tryDecimalOf, tryParsePositive, tryParseUnits } from '#shared/money.ts'
import { depositNetworkOf, NETWORK_NAMES } from '#shared/rules/deposits.ts'

/** Field schemas shared by all contracts. Money is a decimal string in every response. */

// PostgreSQL cannot store NUL in text.
const printable = (text: string) => !text.includes('\u0000')

/** Letters, digits, signs: not spaces, and no characters that are never drawn. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u

/** Free text, trimmed, 1 to `max` characters; text that shows nothing counts as empty. */
export const textField = (max: number, min = 1) =>
  z.string().check(
    z.overwrite((text) => (VISIBLE.test(text) ? text.trim() : '')),
    z.minLength(min),
    z.maxLength(max),
    z.refine(printable, 'must not contain NUL characters'),
  )

export const emailField = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email())

/** An amount of money above zero with at most 8 decimals; a number, if it is exact. */
export const amountField = moneyField(
  (amount) => tryParsePositive(amount) !== undefined,
  'must be above 0 with at most 8 decimals, such as "0.5", and text if it has more than 15 digits',
)

/** As above, zero included. */
export const balanceField = moneyField(
  (amount) => (tryParseUnits(amount) ?? -1n) >= 0n,
  'must be at least 0 with at most 8 decimals, such as "0.5", and text if it has more than 15 digits',
)

/* @__NO_SIDE_EFFECTS__ */
function moneyField(accepts: (amount: Decimal) => boolean, message: string) {
  return z.pipe(
    z
      .union([z.string().check(z.maxLength(40)), z.number()])
      .check(z.refine((amount) => accepts(asDecimal(amount)), message)),
    z.transform(asDecimal),
    // Our own forms send text: a number in the code would have been rounded before.
  ) as unknown as z.ZodMiniType<Decimal, Decimal>
}

/** Text typed as an amount: the rules of its form decide whether it is valid. */
export const typedAmountField = z.pipe(
  z
    .union([textField(40, 0), z.number()])
    .check(
      z.refine(
        (amount) => asDecimal(amount) !== '' || amount === '',
        'must have at most 8 decimals, and be text if it has more than 15 digits',
      ),
    ),
  z.transform(asDecimal),
) as unknown as z.ZodMiniType<string, string>

function asDecimal(amount: string | number): Decimal {
  return typeof amount === 'string' ? amount : (tryDecimalOf(amount) ?? '')
}

/** A network by any of its names: "Bitcoin", "mainnet" and "Bitcoin/mainnet" are one. */
export const networkField = z.pipe(z.enum(NETWORK_NAMES), z.transform(depositNetworkOf))

/** An amount of money in a response. */
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

/** The caller's own id, if given: a claim that the server checks. */
export const claimedUserId = z.optional(idField)

/** The status in which the caller expects a new item to begin: a claim as well. */
export const claimedStatus = z.optional(z.string().check(z.maxLength(40)))

export const limitField = (max: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(max)))

/** One page of a list: `before` is the id of the last entry of the previous page. */
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

/** The response to a write that returns nothing else. */
export const messageResponse = z.object({
  message: z.string(),
  message_text: z.optional(textShape),
})
