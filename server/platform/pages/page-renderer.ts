import { type ChildProcess, execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CONFINED } from '#server/platform/confined-process.ts'
import { gate } from '#server/platform/gate.ts'
import { CANNOT_START, type Outcome, readOutcome } from '#server/platform/pages/outcome.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'

export interface PageLimits {
  /** For one page, including the start of its process. */
  readonly msMax: number
  /** For the whole process, which needs about 150 MB itself. */
  readonly bytesMax: number
}

export interface PageRenderer {
  /**
   * Refuses  document.protected, document.broken, document.too_complex, item.unknown
   *
   * @param page from 1
   * @throws RefusedRequest busy.try_later when too many wait
   */
  render(pdf: Buffer, page: number): Promise<RenderedPage | Refusal>
  /** Stops the rendering in progress. */
  close(): void
}

/** A drawn page of a document. */
export type RenderedPage = Exclude<Outcome, { refused: unknown }>

const LIMITS: PageLimits = { msMax: 20_000, bytesMax: 512 * 1024 * 1024 }
const IMAGE_BYTES_MAX = 16 * 1024 * 1024
/** The process enforces its limits itself; one that does not is killed after this time. */
const GRACE_MS = 2_000
/**
 * A third of the server's share when processors are busy: requests have priority, but a reviewer is
 * waiting for the page.
 */
const PRIORITY = 5

const PROCESS = fileURLToPath(new URL('./render-process.ts', import.meta.url))

const run = promisify(execFile)

/**
 * Renders pages of PDFs, each in its own process. If a decoder crashes, uses too much memory or is
 * compromised, this affects a process without secrets, never the server. Nothing is written to
 * disk.
 *
 * Source: docs/decisions/0133-pages-are-drawn-in-a-process.md
 */
export function openPageRenderer({ msMax, bytesMax }: PageLimits = LIMITS): PageRenderer {
  const enter = gate({ runningMax: 2, waitingMax: 16 })
  const running = new Set<ChildProcess>()
  let isClosed = false

  const draw = async (pdf: Buffer, page: number) => {
    if (isClosed) return refuse('document.too_complex')
    const drawing = run(
      process.execPath,
      [...CONFINED, PROCESS, ...[page, msMax, bytesMax].map(String)],
      {
        env: {},
        encoding: 'buffer',
        timeout: msMax + GRACE_MS,
        killSignal: 'SIGKILL',
        maxBuffer: IMAGE_BYTES_MAX,
        windowsHide: true,
      },
    )
    const { child } = drawing
    running.add(child)
    yieldToServer(child)
    // A process that ends early does not read all of its input.
    child.stdin?.on('error', () => {})
    child.stdin?.end(pdf)
    try {
      const { stdout } = await drawing
      const outcome = readOutcome(stdout)
      return 'refused' in outcome ? refuse(outcome.refused) : outcome
    } catch (error) {
      if (isFault(error)) throw error
      return refuse('document.too_complex')
    } finally {
      running.delete(child)
    }
  }

  return {
    render: (pdf, page) => enter(() => draw(pdf, page)),
    close: () => {
      isClosed = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

/** Whether the installation is at fault rather than the document. */
function isFault(error: unknown): boolean {
  const { code, killed } = error as { code?: unknown; killed?: boolean }
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return false
  return code === CANNOT_START || (typeof code === 'string' && !killed)
}

function yieldToServer({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY)
  } catch {
    // It has ended already.
  }
}
