import { type App, mount } from '#server/platform/mount.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import { readVerification, submitKyc, uploadKycDocument } from '#shared/contract/kyc.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { registerKycAdminRoutes } from './admin-routes.ts'
import { type KycState, kyc } from './decider.ts'
import * as handler from './handler.ts'
import { presentVerification } from './present.ts'

/** Source: docs/product.md, Verification. */
const SUBMITTED =
  "Your KYC verification has been submitted for review. You will be notified once it's processed."

export function registerKycRoutes(app: App, services: Services): void {
  const { log, pool, uploads } = services

  mount(app, services, readVerification, async ({ params: { userId } }) => {
    if ((await findUserNo(pool, userId)) === undefined) return refuse('item.unknown')
    const known = await log.readDocument<KycState>(`${kyc.kind}-${userId}`)
    return presentVerification(userId, known?.state)
  })

  mount(app, services, submitKyc, async (input) => {
    const submitted = await handler.submit(services, input)
    if (isRefusal(submitted)) return submitted
    const verification = presentVerification(input.caller.userId, submitted)
    return { message: SUBMITTED, verification }
  })

  mount(app, services, uploadKycDocument, ({ body, caller, files }) => {
    const { userId = caller.userId } = body
    if (userId !== caller.userId) return refuse('access.forbidden')
    return { url: uploads.signedUrl(files.kycDocument.id) }
  })

  registerKycAdminRoutes(app, services)
}
