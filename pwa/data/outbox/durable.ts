import { db } from '../db.ts'
import type { LogPlace, StoredEntry } from './entry.ts'

/** The last watermark that this tab has seen: it may arrive before the response to the write. */
let lastWatermark: LogPlace | undefined

/** What the response to a write says about its event. */
interface Recorded {
  readonly place: LogPlace
  /** It survives the loss of the database's host. */
  readonly isDurable: boolean
}

/**
 * Undefined if the write is not an event, or if a server of an earlier release does not send it.
 */
export function placeIn(headers: Headers | undefined): Recorded | undefined {
  const [epoch, position, durable] = ['log-epoch', 'log-position', 'log-durable'].map((name) =>
    Number(headers?.get(name) ?? Number.NaN),
  ) as [number, number, number]
  if (Number.isNaN(epoch) || Number.isNaN(position)) return undefined
  const isCovered = lastWatermark?.epoch === epoch && lastWatermark.position >= position
  return { place: { epoch, position }, isDurable: isCovered || durable >= position }
}

/**
 * Deletes the submissions that the server can no longer lose, and resends those that it may have
 * lost: their place belongs to another epoch than the server's.
 *
 * @returns whether any must be sent again
 */
export async function noteDurable(userId: string, watermark: LogPlace): Promise<boolean> {
  lastWatermark = watermark
  return markDurableAndLost(userId, watermark)
}

/** The same, if only the epoch is known, from the response to a write, which may be late. */
export function noteEpoch(userId: string, epoch: number): Promise<boolean> {
  return markDurableAndLost(userId, {
    epoch: Math.max(epoch, lastWatermark?.epoch ?? 0),
    position: 0,
  })
}

async function markDurableAndLost(userId: string, { epoch, position }: LogPlace): Promise<boolean> {
  let isAnyLost = false
  const now = Date.now()
  await undurableOf(userId).modify((entry) => {
    if (entry.place?.epoch !== epoch) {
      isAnyLost = true
      Object.assign(entry, { isLost: true, nextTryAtMs: now })
    } else if (entry.place.position <= position) {
      Object.assign(entry, { isLost: undefined, place: undefined, sealedRequest: undefined })
    }
  })
  return isAnyLost
}

function undurableOf(userId: string) {
  return db.outbox
    .where({ userId })
    .and(({ state, place }: StoredEntry) => state === 'done' && place !== undefined)
}
