import { type App, mount } from '#server/platform/mount.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import type { Services } from '#server/services.ts'
import { listOwnDeposits, submitDeposit } from '#shared/contract/deposits.ts'
import { isRefusal } from '#shared/refusal.ts'
import { registerDepositAdminRoutes } from './admin-routes.ts'
import { type DepositState, deposits } from './decider.ts'
import * as handler from './handler.ts'
import { presentDeposit } from './present.ts'

export function registerDepositRoutes(app: App, services: Services): void {
  const { pool, uploads } = services

  mount(app, services, submitDeposit, async (input) => {
    const request = await handler.submitDeposit(services, input)
    if (isRefusal(request)) return request
    return {
      message: 'Deposit request submitted successfully.',
      request: presentDeposit(request, uploads),
    }
  })

  mount(app, services, listOwnDeposits, async ({ caller, query }) => {
    const requests = await listOwnDocuments<DepositState>(pool, {
      kind: deposits.kind,
      owner: caller.userNo,
      withArchived: query.archived === 'true',
    })
    return requests.map((request) => presentDeposit(request, uploads))
  })

  registerDepositAdminRoutes(app, services)
}
