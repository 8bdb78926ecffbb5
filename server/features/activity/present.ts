import {
  type Catalog,
  type CatalogEvent,
  upcast,
  type WrittenEvent,
} from '#server/events/catalog.ts'
import { titleOfType } from '#server/events/event-title.ts'
import type { Metadata } from '#server/events/log.ts'
import { describeEvent } from '#server/ledger/describe-event.ts'
import type { Description } from '#server/ledger/description.ts'
import { type Moved, type MovedAsset, readActivity } from '#server/queries/activity.ts'
import { type EventProof, provenEvent, type StreamSteps } from '#server/queries/event-proof.ts'
import type { SecurityEventRow } from '#server/queries/security-events.ts'
import type { Services } from '#server/services.ts'
import type {
  ActivityLine,
  ActivityReason,
  Actor,
  SecurityEvent,
} from '#shared/contract/activity.ts'
import { formatUnits } from '#shared/money.ts'
import { instantOf } from '#shared/time.ts'

/** A line as shown to its owner. */
export function presentLine(catalog: Catalog, moved: MovedAsset): ActivityLine {
  const { position, type, symbol, available, frozen, recordedAt } = moved
  const { kind, title, title_text } = describeMoved(catalog, moved)
  return {
    position: String(position),
    type,
    kind,
    title,
    ...(title_text && { title_text }),
    at: instantOf(recordedAt.getTime()),
    symbol,
    amount: formatUnits(available.change + frozen.change),
    available: changed(available),
    frozen: changed(frozen),
  }
}

/** How many of the latest lines are shown next to other content. */
const LATEST = 10

/** The latest movements of a user's balances, newest first. */
export async function latestMovements(
  { pool, log, catalog }: Services,
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

/** Describes the event of a line, regardless of its version. */
export function describeMoved(catalog: Catalog, event: WrittenEvent): Description {
  return describeEvent({ type: event.type, data: upcast(catalog, event) } as CatalogEvent)
}

function changed({ change, after }: Moved) {
  return { before: formatUnits(after - change), after: formatUnits(after) }
}

interface Reason extends StreamSteps {
  readonly proof: EventProof
  readonly moved: readonly MovedAsset[]
  readonly displayIds: ReadonlyMap<string, string>
}

/** Why a balance moved, with everything needed to check the event. */
export function presentReason(
  catalog: Catalog,
  { proof, moved, steps, count, displayIds }: Reason,
): ActivityReason {
  const { metadata, recorded_at } = proof
  return {
    ...describeMoved(catalog, proof),
    by: actorOf(metadata, displayIds),
    decided_at: metadata.at,
    recorded_at: instantOf(recorded_at.getTime()),
    request_id: metadata.correlation,
    lines: moved.map((each) => presentLine(catalog, each)),
    history: steps.map((step) => ({
      version: step.version,
      title: titleOfType(step.type),
      at: instantOf(step.recordedAt.getTime()),
      by: actorOf(step.metadata, displayIds),
    })),
    history_length: count,
    event: provenEvent(proof),
  }
}

/** What changed in the protection of the account; staff appear by display id. */
export function presentSecurityEvent(
  { position, type, metadata, recordedAt }: SecurityEventRow,
  displayIds: ReadonlyMap<string, string>,
): SecurityEvent {
  const at = instantOf(recordedAt.getTime())
  return { position, title: titleOfType(type), at, by: actorOf(metadata, displayIds) }
}

const ACTORS = { user: 'user', admin: 'staff', system: 'system', visitor: 'visitor' } as const

function actorOf({ actor }: Metadata, displayIds: ReadonlyMap<string, string>): Actor {
  const displayId = actor.id === undefined ? undefined : displayIds.get(actor.id)
  return { kind: ACTORS[actor.kind], display_id: displayId ?? null }
}
