import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

const LOANS = { label: msg('Loans'), to: '/?open=loan-history' }

export const loans = defineFeature({
  screens: {
    '/loan': {
      title: msg('Loan Application'),
      access: 'user',
      page: async () => (await import('#pwa/pages/loan.tsx')).LoanPage,
    },
    '/admin/loans': {
      title: msg('Loans'),
      access: 'reviews.read',
      page: async () => (await import('#pwa/pages/admin/loans.tsx')).AdminLoansPage,
      menu: { icon: 'hand-coins', adminMenu: 4 },
    },
  },
  dialogs: {
    'loan-application': {
      load: async () => (await import('./loan-application-dialog.tsx')).LoanApplicationDialog,
    },
    'loan-history': {
      load: async () => (await import('./loan-history-dialog.tsx')).LoanHistoryDialog,
    },
  },
  queries: {
    loans: ['loan'],
    'loan-applications': ['loan'],
    // The pages of a document never change.
    'loan-documents': [],
    portfolio: ['loan'],
    reviews: ['loan'],
  },
  unsent: {
    'POST /api/loans': LOANS,
    'POST /api/loan/submit': LOANS,
    'PUT /api/loans/cancel/:id': LOANS,
  },
  reviewView: async () => (await import('./review-view.tsx')).loanReview,
})
