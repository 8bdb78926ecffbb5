import { defineFeature } from '#pwa/feature.ts'

export const staking = defineFeature({
  dialogs: {
    staking: { load: async () => (await import('./staking-dialog.tsx')).StakingDialog },
  },
  queries: { staking: ['staking'], portfolio: ['staking'] },
  holds: { stake: { label: 'Stake', to: '/?open=staking' } },
})
