import { describe, test } from 'vitest'
import { type LoanState, loans } from '#server/features/loans/decider.ts'
import { downloadDocument } from '#server/features/loans/document-decider.ts'
import type { LoanEvent } from '#server/features/loans/events.ts'
import { given } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'

const requested: LoanEvent = {
  type: 'LoanRequested',
  data: {
    userId: 'user-1',
    userNo: '7',
    applicantId: 'applicant-1',
    form: 'home',
    principal: { symbol: 'USDT', amount: '1000' },
    termDays: 30,
    rates: { interest: '5.75', penaltyPerDay: '5', penaltyMaximum: '100' },
    documents: [{ id: 'upload-1', kind: 'supporting', type: 'application/pdf', bytes: 900 }],
    createdAt: AT,
  },
}
const downloading = (documentId: string) => (state: LoanState) =>
  downloadDocument(state, { documentId }, { reviewerId: 'staff-1', at: AT })

describe('downloading a document', () => {
  test('is recorded', () => {
    given(loans, [requested])
      .when(downloading('upload-1'))
      .yields({
        type: 'LoanDocumentDownloaded',
        data: { documentId: 'upload-1', downloadedBy: 'staff-1', downloadedAt: AT },
      })
  })

  test('is refused for a file of another application', () => {
    given(loans, [requested]).when(downloading('upload-2')).yields({ refused: 'item.unknown' })
  })
})
