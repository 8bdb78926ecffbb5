import type { Decision } from '#server/events/decider.ts'
import { refuse } from '#shared/refusal.ts'
import type { Instant } from '#shared/time.ts'
import type { LoanState } from './decider.ts'
import type { LoanEvent } from './events.ts'

/**
 * Staff who ask for a file itself, and not for its pages, do so on the record.
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
