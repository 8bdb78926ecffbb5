import { findUserNo } from '#server/facts/user-numbers.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { countByStatus } from '#server/queries/count-by-status.ts'
import { listKyc, readKyc } from '#server/queries/kyc-requests.ts'
import type { ReviewItem } from '#server/queries/requests-for-review.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/kyc.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { findApplicants } from './applicants.ts'
import { type KycState, kyc } from './decider.ts'
import * as handler from './handler.ts'
import { presentRequest, presentVerification } from './present.ts'

/** Source: docs/product.md, Verification. */
const SUBMITTED = msg(
  "Your KYC verification has been submitted for review. You will be notified once it's processed.",
)

const PAGE = 50

export function registerKycRoutes(app: App, services: Services): void {
  const { log, pool, uploads } = services

  mount(app, services, contract.readVerification, async ({ params: { userId } }) => {
    if ((await findUserNo(pool, userId)) === undefined) return refuse('item.unknown')
    const known = await log.readDocument<KycState>(`${kyc.kind}-${userId}`)
    return presentVerification(userId, known?.state)
  })

  mount(app, services, contract.submitKyc, async (input) => {
    const submitted = await handler.submit(services, input)
    if (isRefusal(submitted)) return submitted
    const verification = presentVerification(input.caller.userId, submitted)
    return { message: SUBMITTED, verification }
  })

  mount(app, services, contract.uploadKycDocument, ({ body, caller, files }) => {
    const { userId = caller.userId } = body
    if (userId !== caller.userId) return refuse('access.forbidden')
    return { url: uploads.signedUrl(files.kycDocument.id) }
  })

  const present = async (items: readonly ReviewItem<KycState>[]) => {
    const ids = items.map(({ state }) => state.submissionId)
    const applicants = await findApplicants(services, ids)
    return items.map((item) =>
      presentRequest(item, applicants.get(item.state.submissionId), uploads),
    )
  }

  mount(app, services, contract.listKycRequests, async ({ query }) => {
    const { status, limit = PAGE, before } = query
    return present(await listKyc<KycState>(pool, { status, limit, before }))
  })

  mount(app, services, contract.countKycRequests, async () => {
    const { pending = 0, approved = 0, rejected = 0 } = await countByStatus(pool, kyc.kind)
    return { pending, approved, rejected }
  })

  mount(app, services, contract.readKycRequest, async ({ params }) => {
    const found = await readKyc<KycState>(pool, params.id)
    const [request] = found ? await present([found]) : []
    return request ?? refuse('item.unknown')
  })

  mount(app, services, contract.reviewKyc, async (input) => {
    const reviewed = await handler.review(services, input)
    if (isRefusal(reviewed)) return reviewed
    return {
      message:
        reviewed.status === 'approved'
          ? msg('KYC request approved successfully')
          : msg('KYC request rejected successfully'),
    }
  })

  mount(app, services, contract.revealKyc, async (input) => {
    const revealed = await handler.reveal(services, input)
    if (isRefusal(revealed)) return revealed
    const { fullName, ssn, address } = revealed
    input.request.http.reply.header('cache-control', 'no-store')
    return { full_name: fullName, ssn, address }
  })

  mount(app, services, contract.resetKyc, async (input) => {
    const refused = await handler.reset(services, input)
    return refused ?? { message: msg('Verification reset successfully') }
  })
}
