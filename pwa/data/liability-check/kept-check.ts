import type { LiabilityProofFile } from '#shared/contract/liabilities.ts'
import type { CheckedAsset } from '#shared/proofs/check-liabilities.ts'

/**
 * What this device has found out about the newest statement of liabilities.
 *
 * counted it includes everything that the user had miscounted it does not: `assets` say where
 * not_in_log its event is not in the signed log, or has other content
 */
export type LiabilityOutcome = 'counted' | 'miscounted' | 'not_in_log'

export interface KeptLiabilityCheck {
  readonly userId: string
  readonly outcome: LiabilityOutcome
  readonly statementId: string
  /** Of the log, up to which the statement counts. */
  readonly position: string
  /** When the statement was published, as it says. */
  readonly at: string
  readonly assets: readonly CheckedAsset[]
  /** The exported form: everything that an outsider needs to check it again. */
  readonly file: LiabilityProofFile
  /** Epoch ms. */
  readonly checkedAtMs: number
  /** When the user said that they had read the warning, epoch ms. */
  readonly readAtMs: number | undefined
}

/** What a user's own activity adds up to at a position of the log. */
export interface KeptBalances {
  readonly userId: string
  readonly position: string
  /** By symbol, in 1e-8 units: available and frozen together. */
  readonly held: ReadonlyMap<string, bigint>
}
