import type { Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import type { LoanState } from './decider.ts'
import type { LoanEvent } from './events.ts'

/**
 * Records that a member of staff downloaded a file instead of viewing its pages.
 *
 * State    unchanged
 * Refuses  item.unknown
 * Source   docs/product.md, Loans
 */
export function downloadDocument(
  state: LoanState,
  { documentId }: { readonly documentId: string },
  facts: { readonly reviewerId: string; readonly at: Instant },
): Decision<LoanEvent> {
  if (!state.documents.some(({ id }) => id === documentId)) return refuse('item.unknown')
  return {
    type: 'LoanDocumentDownloaded',
    data: { documentId, downloadedBy: facts.reviewerId, downloadedAt: facts.at },
  }
}
