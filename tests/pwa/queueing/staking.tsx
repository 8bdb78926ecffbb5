import { StakingDialog } from '#pwa/features/staking/staking-dialog.tsx'
import { openStake } from '#shared/contract/staking.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

export const queueing: readonly Queueing[] = [
  {
    route: openStake,
    body: { amount: '1000', duration: 5 },
    list: <StakingDialog open onClose={() => undefined} />,
    shows: '1,000.00000000 USDT',
  },
]
