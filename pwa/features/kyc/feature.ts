import { defineFeature } from '#pwa/feature.ts'

export const kyc = defineFeature({
  dialogs: {
    verification: {
      load: async () => (await import('./verification-dialog.tsx')).VerificationDialog,
    },
  },
  queries: { kyc: ['kyc'] },
  notifications: {
    kyc: ['Verification', 'Approved, rejected or asked for again.'],
    'kyc-review': ['Verifications', 'One waits for review.'],
  },
})
