import type { Listed } from '#server/projections/documents.ts'
import type { Services } from '#server/services.ts'
import { findApplicants } from './applicants.ts'
import type { LoanState } from './decider.ts'
import type { Surroundings } from './present.ts'

/** Gathers what answers about some loans need beside the loans. */
export async function surroundingsOf(
  services: Pick<Services, 'pool' | 'vault' | 'clock' | 'uploads' | 'config' | 'prices'>,
  items: readonly Listed<LoanState>[],
): Promise<Surroundings> {
  const ids = items.map(({ state }) => state.applicantId)
  return {
    links: services.uploads,
    nowMs: services.clock.now(),
    values: services,
    applicants: await findApplicants(services, ids),
  }
}
