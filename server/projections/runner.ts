import { type Follower, rangeFollower } from '#server/events/subscription.ts'
import { PROJECTIONS } from './registry.ts'

/** The followers that keep the projections level with the log; inline ones need none. */
export function projectionFollowers(): Follower[] {
  return PROJECTIONS.filter(({ inline }) => !inline).map(({ name, table, advance }) =>
    rangeFollower({
      name,
      advance: (transaction, range) => advance(transaction, table, range),
    }),
  )
}
