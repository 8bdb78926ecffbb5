import type { AnyAggregate } from '#server/events/decider.ts'
import { readEvent, streamOf } from './exported-line.ts'
import { linesOf } from './read-export.ts'
import { StreamAudit, type StreamReport } from './stream-audit.ts'

/** The share of streams that is audited: one of several. */
export interface Share {
  readonly index: number
  readonly of: number
}

/** Audits the streams of one share. @throws AuditFault */
export async function auditStreams(
  paths: readonly string[],
  aggregates: readonly AnyAggregate[],
  share: Share,
): Promise<StreamReport> {
  const audit = new StreamAudit(aggregates)
  for await (const lines of linesOf(paths)) {
    for (const line of lines) {
      const isEvent = line.startsWith('E\t') || line.startsWith('W\t')
      if (isEvent && isOf(share, streamOf(line))) audit.next(readEvent(line))
    }
  }
  return audit.end()
}

/** Assigns streams to shares by the FNV-1a hash of their names. */
function isOf({ index, of }: Share, stream: string): boolean {
  let hash = 0x811c9dc5
  for (let at = 0; at < stream.length; at += 1) {
    hash = Math.imul(hash ^ stream.charCodeAt(at), 0x01000193)
  }
  return (hash >>> 0) % of === index
}
