import { type Follower, rangeFollower } from '#server/events/follower.ts'
import type { Projection } from './projection.ts'

/** The followers that keep the projections up to date; inline projections need none. */
export function projectionFollowers(projections: readonly Projection[]): Follower[] {
  return projections
    .filter(({ inline }) => !inline)
    .map((each) => (each.awaited ? followerOf(each) : { ...followerOf(each), together: true }))
}

export function followerOf({ name, table, copiesDocuments, advance }: Projection): Follower {
  return rangeFollower({
    name,
    readsEvents: !copiesDocuments,
    advance: (transaction, range) => advance(transaction, table, range),
  })
}
