import type { Request } from './client.ts'
import type { Person } from './traders.ts'

/** A command that is sent many times at once. */
export interface Command {
  readonly by?: 'admin'
  /** Creates the preconditions and returns the request. */
  readonly request: (user: Person) => Request | Promise<Request>
  /** With different keys, one request succeeds and all others are refused. */
  readonly once?: true
}

/** One row for each route whose key has one effect. */
export type Races = Readonly<Record<string, Command>>

/** in: past every access check; the rest of the response does not depend on the caller. */
export type Outcome = 'in' | 401 | 403 | 404
export const CALLERS = ['none', 'other', 'admin', 'disabled', 'own'] as const
export type Expected = Readonly<Record<(typeof CALLERS)[number], Outcome>>

export const OPEN: Expected = { none: 'in', other: 'in', own: 'in', disabled: 'in', admin: 'in' }
/** The request must carry a secret; no caller gets in without it. */
export const SECRET: Expected = { none: 401, other: 401, own: 401, disabled: 401, admin: 401 }
export const SIGNED_IN: Expected = { ...OPEN, none: 401 }
/** A submission: refused to disabled users. */
export const ACTIVE: Expected = { ...SIGNED_IN, disabled: 403 }
/** The path names the user who owns the data. */
export const OWN: Expected = { ...SIGNED_IN, other: 403 }
/** The path names an item; it is unknown to others, and staff have their own routes. */
export const OWN_ITEM: Expected = { ...SIGNED_IN, other: 404, admin: 404 }
/** A submission about an item: combines the two above. */
export const ACTIVE_ITEM: Expected = { ...OWN_ITEM, disabled: 403 }
/** As above, as a submission. */
export const OWN_ITEM_ACTIVE: Expected = { ...OWN_ITEM, disabled: 403 }
export const STAFF: Expected = { none: 401, other: 403, own: 403, disabled: 403, admin: 'in' }

/** All callers may ask, and there is nothing to show. */
export const NOTHING_YET: Expected = { none: 404, other: 404, own: 404, disabled: 404, admin: 404 }

interface Row {
  readonly expected: Expected
  /** The request to send; by default an empty body to a path with the target's user. */
  readonly request?: (target: Target) => Request
}

/** The data requested: a disabled user requests their own, every other caller one user's. */
export interface Target {
  readonly userId: string
  readonly position: string
  readonly depositId: string
  readonly tradeId: string
  readonly withdrawalId: string
  readonly addressId: string
  /** An address of the operator's reserves. */
  readonly reserveId: string
  readonly futuresId: string
  readonly loanId: string
  readonly documentId: string
  readonly kycId: string
  readonly fileId: string
  /** The quote of a conversion that its owner may confirm. */
  readonly quote: string
  readonly sessionId: string
  readonly passkeyId: string
  /** The owner's message to support, and the reply. */
  readonly messageId: string
  readonly replyId: string
  /** An item of each noun whose file in `tests/api/rows/` creates items. */
  readonly itemOf: Readonly<Record<string, string>>
}

/** One row for each route. */
export type Rows = Readonly<Record<string, Row>>

/** The path names the item of the target with this name. */
export const byId = (name: keyof Target) => (target: Target) => ({ params: { id: target[name] } })
