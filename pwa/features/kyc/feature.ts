import { defineFeature } from '#pwa/feature.ts'

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
  reviewView: async () => (await import('./review-view.tsx')).kycReview,
})
