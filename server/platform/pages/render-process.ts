// Draws one page of the PDF on the standard input, within limits:
//
//   node render-process.ts PAGE MILLISECONDS BYTES
//
// A thread draws, so that this thread can end the process. A thread's memory limit does not include
// buffers and canvases, so the memory of the whole process is watched.

import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { CANNOT_START, type Said, writeOutcome } from './outcome.ts'

const HEAP_MB_MAX = 256
const WATCH_MS = 20

export interface ThreadOrder {
  readonly pdf: Uint8Array
  readonly page: number
}

/** `ready`: the libraries are loaded. */
export type ThreadMessage = 'ready' | { readonly outcome: Said; readonly image?: Uint8Array }

let thread: Worker | undefined
let isAnswered = false

const [page = 1, msMax = 0, bytesMax = 0] = process.argv.slice(2).map(Number)
setTimeout(() => respond({ refused: 'document.too_complex' }), msMax)
setInterval(() => {
  if (process.memoryUsage.rss() > bytesMax) respond({ refused: 'document.too_complex' })
}, WATCH_MS)

const order: ThreadOrder = { pdf: await buffer(process.stdin), page }
thread = new Worker(new URL('./render-thread.ts', import.meta.url), {
  workerData: order,
  resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: 32 },
  // Keeps the output of the library separate from the result.
  stdout: true,
  stderr: true,
})
let isReady = false
thread.on('message', (message: ThreadMessage) => {
  if (message === 'ready') isReady = true
  else respond(message.outcome, message.image)
})
thread.on('error', (error) => {
  if (isReady) return respond({ refused: 'document.too_complex' })
  process.stderr.write(`${error.stack}\n`, () => process.exit(CANNOT_START))
})

function respond(outcome: Said, image?: Uint8Array): void {
  if (isAnswered) return
  isAnswered = true
  void thread?.terminate()
  process.stdout.write(writeOutcome(outcome, image), () => process.exit(0))
}
