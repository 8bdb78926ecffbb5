import * as z from 'zod/mini'

/** The event by which a statement becomes part of the log. */
export const STATEMENT_EVENT = 'LiabilitiesPublished'

/** What the platform owes in one asset, and the root of the tree of it. */
export const statedAsset = z.object({
  symbol: z.string(),
  /** Base64. */
  root: z.string(),
  /** Of all leaves, in whole assets. */
  total: z.string(),
  leaves: z.number(),
  /** Of the total: interest that is promised to active stakes. */
  interest: z.string(),
  /** Of the total: the most that open futures trades may win beside their stakes. */
  payouts: z.string(),
})
export type StatedAsset = z.infer<typeof statedAsset>

/**
 * A statement of liabilities as its event carries it.
 *
 * Source: docs/proofs.md, Liabilities
 */
export const liabilityStatement = z.object({
  statementId: z.string(),
  /** The last position of the log that is counted. */
  position: z.string(),
  at: z.string(),
  assets: z.array(statedAsset),
})
export type LiabilityStatement = z.infer<typeof liabilityStatement>

/** The statement that an event publishes; undefined for any other event. */
export function statementOf(event: {
  readonly type: string
  readonly data?: unknown
}): LiabilityStatement | undefined {
  if (event.type !== STATEMENT_EVENT) return undefined
  const { success, data } = liabilityStatement.safeParse(event.data)
  return success ? data : undefined
}
