import * as z from 'zod/mini'
import { get } from '#shared/contract/define-route.ts'
import {
  decimalField,
  idField,
  instantField,
  limitField,
  textField,
  userNames,
} from '#shared/contract/fields.ts'
import { textShape } from '#shared/contract/text.ts'

/** How staff find users and what belongs to them. Source: docs/product.md, Staff search */

const foundUser = z.extend(userNames, { id: idField })
export type FoundUser = z.infer<typeof foundUser>

/** A request, trade, stake or conversation of a user, in one line. */
const caseLine = z.object({
  /** With `id`, the name of its stream. */
  kind: z.string(),
  id: z.string(),
  /** The feature's name for such items: "Deposits". */
  label: z.string(),
  /** The page of staff that shows it. */
  url: z.string(),
  status: z.string(),
  waiting: z.boolean(),
  asset: z.nullable(z.string()),
  amount: z.nullable(decimalField),
  note: z.string(),
  note_text: z.optional(textShape),
  at: instantField,
  /** Without an id if the account is deleted, or if it concerns no user. */
  user: z.extend(userNames, { id: z.nullable(idField) }),
})
export type CaseLine = z.infer<typeof caseLine>

const streamField = z.string().check(z.regex(/^[a-z-]{3,20}-[A-Za-z\d-]{1,60}$/, 'is not a case'))

export const listCasesOfUser = get('/api/admin/reviews/of-user/:userId', {
  summary: 'Everything that a user has asked for, traded, staked or written, newest first',
  access: 'users.read',
  query: z.object({
    /** Only these kinds: those of one feature. */
    kind: z.optional(z.string().check(z.regex(/^[a-z-]{3,20}$/))),
    limit: limitField(100),
    /** The `next` of the previous page. */
    before: z.optional(streamField),
  }),
  response: z.object({
    cases: z.array(caseLine),
    /** Every kind, whether the user has one or not. */
    kinds: z.array(z.object({ kind: z.string(), label: z.string() })),
    /** Null on the last page. */
    next: z.nullable(z.string()),
  }),
})

export const SEARCH_LENGTH_MIN = 2

export const searchAsStaff = get('/api/admin/search', {
  summary: 'Finds users, cases, addresses and events by a name, an id or a part of one',
  access: 'users.read',
  query: z.object({ q: textField(160, SEARCH_LENGTH_MIN) }),
  response: z.object({
    /**
     * At most 8 of each, the most exact first, then the newest. A deleted user, whose names are
     * empty, is found by display id or id, and only by those who may read the audit.
     */
    users: z.array(foundUser),
    cases: z.array(caseLine),
    /** Deposit addresses of the platform. */
    addresses: z.array(
      z.object({
        symbol: z.string(),
        network: z.string(),
        address: z.string(),
        is_active: z.boolean(),
      }),
    ),
    /** Addresses that users have saved, without their private labels. */
    saved: z.array(z.object({ user: foundUser, address: z.string() })),
    events: z.array(
      z.object({
        position: z.string(),
        title: z.string(),
        at: instantField,
        user: z.nullable(foundUser),
      }),
    ),
  }),
})
