import { VerificationDialog } from '#pwa/features/kyc/verification-dialog.tsx'
import { submitKyc } from '#shared/contract/kyc.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

export const queueing: readonly Queueing[] = [
  {
    route: submitKyc,
    body: {},
    list: <VerificationDialog open onClose={() => undefined} />,
    shows: '3 images',
  },
]
