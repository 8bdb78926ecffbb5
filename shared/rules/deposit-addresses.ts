import { HOUR_MS } from '#shared/time.ts'

/** Source: docs/product.md, Deposit addresses. */

/** How long an address waits where there is no second member of staff to approve it. */
export const ALONE_WAIT_HOURS = 24
export const ALONE_WAIT_MS = ALONE_WAIT_HOURS * HOUR_MS

/**
 * For so long a disabled member of staff still counts as the second one: otherwise a dishonest one
 * would disable the only colleague first.
 */
export const COLLEAGUE_COUNTS_DAYS = 7
