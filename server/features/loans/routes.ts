import { batchBalances } from '#server/ledger/batched-balances.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Listed } from '#server/projections/documents.ts'
import { listOwnDocuments } from '#server/projections/own-documents.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import {
  applyForLoan,
  listLoans,
  payLoan,
  submitLoan,
  uploadLoanDocument,
} from '#shared/contract/loans.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { registerLoanAdminRoutes } from './admin-routes.ts'
import { type LoanState, loans } from './decider.ts'
import * as handler from './handler.ts'
import { presentLoan } from './present.ts'
import { surroundingsOf } from './surroundings.ts'

/** Source: docs/product.md, Loans. */
const SUBMITTED =
  "Loan application submitted successfully. We'll review it and get back to you soon."

export function registerLoanRoutes(app: App, services: Services): void {
  const { pool, uploads } = services
  const desk = { ...services, readAvailable: batchBalances(pool) }

  const present = async (items: readonly Listed<LoanState>[]) => {
    const around = await surroundingsOf(services, items)
    return items.map((item) => presentLoan(item, around))
  }
  const presentOne = async (item: Listed<LoanState>) =>
    presentLoan(item, await surroundingsOf(services, [item]))

  mount(app, services, listLoans, async ({ params, query }) => {
    const owner = await findUserNo(pool, params.userId)
    if (owner === undefined) return refuse('item.unknown')
    const { limit, before } = query
    const own = await listOwnDocuments<LoanState>(pool, {
      kind: loans.kind,
      owner,
      limit,
      before: before === undefined ? undefined : [`${loans.kind}-${before}`],
    })
    return present(own)
  })

  mount(app, services, applyForLoan, async (input) => {
    const applied = await handler.applyForLoan(desk, input)
    if (isRefusal(applied)) return applied
    return { message: SUBMITTED, loan: await presentOne(applied) }
  })

  mount(app, services, submitLoan, async (input) => {
    const applied = await handler.submitLoan(desk, input)
    if (isRefusal(applied)) return applied
    return { message: SUBMITTED, loan: await presentOne(applied) }
  })

  mount(app, services, uploadLoanDocument, ({ body, caller, files }) => {
    const { userId = caller.userId } = body
    if (userId !== caller.userId) return refuse('access.forbidden')
    return { url: uploads.signedUrl(files.file.id) }
  })

  mount(app, services, payLoan, async (input) => {
    const repaid = await handler.repayLoan(desk, input)
    if (isRefusal(repaid)) return repaid
    const loan = await presentOne(repaid)
    const message = `Loan payment of ${loan.paid?.total} USDT completed successfully!`
    return { message, loan }
  })

  registerLoanAdminRoutes(app, services)
}
