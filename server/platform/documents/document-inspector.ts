import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  openConfinedWorker,
  startConfined,
  type WorkerLimits,
} from '#server/platform/confined-worker.ts'
import type { DocumentMime, Inspected } from './inspect-document.ts'

export type { DocumentMime }

export interface DocumentInspector {
  /**
   * Inspects one document; the previous one must have ended.
   *
   * @throws if the process cannot be started
   */
  inspect(content: Buffer): Promise<Inspected>
}

const LIMITS: WorkerLimits = { msMax: 30_000, idleMsMax: 60_000 }
const HEAP_MB_MAX = 384
const PROCESS = fileURLToPath(new URL('./inspector-process.ts', import.meta.url))

/**
 * Inspects documents in a confined process. A document that crashes every attempt cannot be
 * inspected, so it counts as active.
 *
 * Source: docs/decisions/0262-documents-are-inspected-in-a-process.md
 */
export function openDocumentInspector(
  limits: WorkerLimits = LIMITS,
  start: () => ChildProcess = () => startConfined(PROCESS, [`--max-old-space-size=${HEAP_MB_MAX}`]),
): DocumentInspector {
  const worker = openConfinedWorker<Inspected>('the inspector of documents', start, limits)
  return { inspect: async (content) => (await worker.ask(content)) ?? 'active' }
}
