import { readCredentialFacts } from '#server/identity/credential-facts.ts'
import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import type { Services } from '#server/services.ts'
import {
  cancelWithdrawal,
  listOwnWithdrawals,
  readWithdrawalTerms,
  submitWithdrawal,
} from '#shared/contract/withdrawals.ts'
import { isRefusal } from '#shared/refusal.ts'
import { withdrawalHoldEnd } from '#shared/rules/withdrawals.ts'
import { instantOf } from '#shared/time.ts'
import { registerWithdrawalAdminRoutes } from './admin-routes.ts'
import { type WithdrawalState, withdrawals } from './decider.ts'
import * as handler from './handler.ts'
import { presentWithdrawal } from './present.ts'

export function registerWithdrawalRoutes(app: App, services: Services): void {
  const { pool, clock, uploads } = services
  const desk: handler.WithdrawalDesk = { ...services, readAvailable: batchBalances(pool) }

  mount(app, services, submitWithdrawal, async (input) => {
    const request = await handler.submitWithdrawal(desk, input)
    if (isRefusal(request)) return request
    return {
      message: 'Your withdraw request has been sent to admin for approval.',
      request: presentWithdrawal(request, uploads),
    }
  })

  mount(app, services, listOwnWithdrawals, async ({ caller, query }) => {
    const requests = await listOwnDocuments<WithdrawalState>(pool, {
      kind: withdrawals.kind,
      owner: caller.userNo,
      withArchived: query.archived === 'true',
    })
    return requests.map((request) => presentWithdrawal(request, uploads))
  })

  mount(app, services, readWithdrawalTerms, async ({ caller }) => {
    const facts = await readCredentialFacts(pool, caller.userId)
    const now = instantOf(clock.now())
    return {
      hold_ends_at: withdrawalHoldEnd(facts.credentialsChangedAt, now) ?? null,
      second_factor: facts.hasSecondFactor,
    }
  })

  mount(app, services, cancelWithdrawal, async ({ params, ...act }) => {
    const request = await handler.takeBack(desk, { ...act, id: params.id })
    return isRefusal(request) ? request : presentWithdrawal(request, uploads)
  })

  registerWithdrawalAdminRoutes(app, services, desk)
}
