import { parentPort, workerData } from 'node:worker_threads'
import { FEATURES } from '#server/features/index.ts'
import { AuditFault } from './audit-fault.ts'
import { auditStreams, type Share } from './audit-streams.ts'
import type { StreamReport } from './stream-audit.ts'

// Audits the streams of one share, then exits.

export interface AuditThreadOrder {
  readonly paths: readonly string[]
  readonly share: Share
}

/** Errors lose their class when they are sent between threads. */
export type AuditThreadResponse =
  | { readonly report: StreamReport }
  | { readonly fault: Pick<AuditFault, 'check' | 'position' | 'message'> }

const { paths, share } = workerData as AuditThreadOrder
try {
  const report = await auditStreams(paths, FEATURES.aggregates, share)
  parentPort?.postMessage({ report } satisfies AuditThreadResponse)
} catch (error) {
  if (!(error instanceof AuditFault)) throw error
  const { check, position, message } = error
  parentPort?.postMessage({ fault: { check, position, message } } satisfies AuditThreadResponse)
}
