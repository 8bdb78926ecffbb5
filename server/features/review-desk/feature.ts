import { defineFeature, type Feature, type Features } from '#server/feature.ts'
import type { Services } from '#server/services.ts'
import type { PortfolioHold } from '#shared/contract/portfolio.ts'
import { CASE_HOLDS_MAX } from '#shared/rules/review-desk.ts'
import type { DeskParts } from './case.ts'
import { registerReviewDeskRoutes } from './routes.ts'

interface Beside extends Pick<DeskParts, 'latestMovements' | 'readDebt'> {
  readonly readHolds: (
    services: Services,
    aggregates: Features['aggregates'],
    of: { readonly owner: bigint; readonly limit: number },
  ) => Promise<PortfolioHold[]>
}

/** The desk shows a case beside the user's movements, debts and holds, which other features read. */
export function reviewDeskFeature({ latestMovements, readDebt, readHolds }: Beside): Feature {
  return defineFeature({
    name: 'review-desk',
    personalData: [
      {
        tables: ['review_claim'],
        notExported: 'Which case a member of staff has open: work for the platform, for minutes.',
      },
    ],
    routes: (app, services, { reviews, aggregates }) =>
      registerReviewDeskRoutes(app, services, {
        sources: reviews,
        latestMovements,
        readDebt,
        readHolds: (needs, owner) => readHolds(needs, aggregates, { owner, limit: CASE_HOLDS_MAX }),
      }),
  })
}
