import { readActivity } from '#server/projections/activity.ts'
import type { Services } from '#server/services.ts'
import type { ActivityLine } from '#shared/contract/activity.ts'
import { presentLine } from './present.ts'

/** Events of which the latest lines are shown beside something else. */
const LATEST = 10

/** What moved a user's balances last, newest first. */
export async function latestMovements(
  { pool, log, catalog }: Pick<Services, 'pool' | 'log' | 'catalog'>,
  userNo: bigint,
): Promise<ActivityLine[]> {
  const moved = await readActivity(pool, {
    userNo,
    within: { after: 0n, upTo: await log.head() },
    order: 'newest first',
    limit: LATEST,
  })
  return moved.map((each) => presentLine(catalog, each))
}
