import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import {
  openConfinedWorker,
  startConfined,
  type WorkerLimits,
} from '#server/platform/confined-worker.ts'
import type { Decoded, DecodingFault } from './decode-picture.ts'

export interface PictureDecoder {
  /**
   * Decodes one picture; the previous one must have ended.
   *
   * @throws if the process cannot be started
   */
  decode(file: Uint8Array): Promise<Decoded | DecodingFault>
}

const LIMITS: WorkerLimits = { msMax: 30_000, idleMsMax: 60_000 }
const PROCESS = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))

/**
 * Decodes pictures in a confined process. A picture on which every attempt crashes or hangs counts
 * as broken.
 *
 * Source: docs/decisions/0215-pictures-are-decoded-in-a-process.md
 */
export function openPictureDecoder(
  limits: WorkerLimits = LIMITS,
  start: () => ChildProcess = () => startConfined(PROCESS),
): PictureDecoder {
  const worker = openConfinedWorker<Decoded | DecodingFault>(
    'the decoder of pictures',
    start,
    limits,
  )
  return { decode: async (file) => (await worker.ask(file)) ?? 'broken' }
}
