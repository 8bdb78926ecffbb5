import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const kyc = defineFeature({
  dialogs: {
    verification: {
      load: async () => (await import('./verification-dialog.tsx')).VerificationDialog,
    },
  },
  queries: {
    kyc: ['kyc'],
    'kyc-requests': ['kyc'],
    users: ['kyc'],
    'user-profile': ['kyc'],
    reviews: ['kyc'],
  },
  unsent: { 'POST /kyc/submit': { label: msg('Verification'), to: '/?open=verification' } },
  reviewView: async () => (await import('./review-view.tsx')).kycReview,
})
