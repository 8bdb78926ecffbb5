import { defineFeature } from '#pwa/feature.ts'
import { msg } from '#shared/text/t.ts'

export const staking = defineFeature({
  dialogs: {
    staking: { load: async () => (await import('./staking-dialog.tsx')).StakingDialog },
  },
  queries: { staking: ['staking'], portfolio: ['staking'] },
  unsent: { 'POST /api/staking': { label: msg('Staking'), to: '/?open=staking' } },
  holds: { stake: { label: msg('Stake'), to: '/?open=staking' } },
})
