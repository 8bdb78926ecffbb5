import { listenOn } from '#server/events/wake-up.ts'
import type { DataSyncMessage } from '#shared/contract/live.ts'
import { instantOf } from '#shared/time.ts'

/** Told of each case that somebody claims, takes over or lets go of; the payload is its stream. */
export const REVIEW_CLAIM_CHANNEL = 'review_claim'

const UUID_LENGTH = 36

/**
 * Claims are no events, so they are heard of on a channel of their own. A hint and no more: whoever
 * misses one sees it at the next look.
 */
export function followClaims(
  connectionString: string,
  clock: { now(): number },
  onClaim: (message: DataSyncMessage) => void,
): { close(): Promise<void> } {
  return listenOn(REVIEW_CLAIM_CHANNEL, connectionString, (stream) => {
    if (!stream) return
    onClaim({
      type: 'data_sync',
      data: {
        action: 'review_claim',
        userId: null,
        entityId: stream.slice(-UUID_LENGTH),
        timestamp: instantOf(clock.now()),
      },
    })
  })
}
