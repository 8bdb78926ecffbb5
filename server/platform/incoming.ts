import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import { formSlots } from '#server/platform/form-slots.ts'
import { type FileFields, type ReceivedForm, readForm } from '#server/platform/multipart.ts'
import { measureArrival, watchArrival } from '#server/platform/slow-body.ts'
import { HOUR_MS } from '#shared/time.ts'

/** A form whose files are on disk until `discard`. */
export interface IncomingForm extends ReceivedForm {
  discard(): Promise<void>
}

export type Incoming = ReturnType<typeof openIncoming>

/**
 * Receives forms with files. The files are written to disk, so unfinished uploads use no memory,
 * regardless of their number and size.
 *
 * @param root contains one folder per process: `removeAbandoned` deletes those of ended processes
 */
export function openIncoming(root: string, clock: Clock) {
  const folder = join(root, `${hostname()}-${process.pid}`)
  const slots = formSlots()
  return {
    /**
     * Refuses  upload.too_many, busy.try_later, upload.too_slow and the refusals of `readForm`: thrown
     */
    async receive(
      request: FastifyRequest,
      expected: FileFields,
      userId: string,
    ): Promise<IncomingForm> {
      const cutting = new AbortController()
      const cutOff = (why: Error) => cutting.abort(why)
      const cut = rejectedWhen(cutting.signal)
      const arrival = measureArrival(request, clock)
      const slot = slots.enter({ userId, arrival, cutOff })
      const paths: string[] = []
      const discard = async () => {
        for (const path of paths.splice(0)) await rm(path, { force: true })
        slot.leave()
      }
      const stopWatch = watchArrival(arrival, cutOff)
      const reading = readForm(request, expected, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const path = join(folder, randomUUID())
        paths.push(path)
        return path
      })
      try {
        const form = await Promise.race([reading, cut])
        slot.received()
        return { ...form, discard }
      } catch (error) {
        const discarding = reading.then(discard, discard)
        // A form that is cut off is still read until the response has closed its connection.
        const { raw } = request
        if (cutting.signal.aborted) raw.socket.once('close', () => raw.destroy())
        else await discarding
        throw error
      } finally {
        stopWatch()
      }
    },
    /** Removes the files of processes that have ended. */
    async removeAbandoned(): Promise<void> {
      for (const name of await readdir(root).catch(() => [])) {
        const path = join(root, name)
        if (path !== folder && !(await isInUse(path, name))) {
          await rm(path, { recursive: true, force: true })
        }
      }
    },
  }
}

/** Rejects with the reason of the abort. */
function rejectedWhen(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  // Without a listener, a rejection after the race has ended would end the process.
  rejected.catch(() => {})
  return rejected
}

/** Longer than receiving a form can take. */
const ABANDONED_MS = HOUR_MS

/** Whether the process of a folder is running; on another host, judged by the folder's age. */
async function isInUse(path: string, name: string): Promise<boolean> {
  const prefix = `${hostname()}-`
  if (name.startsWith(prefix)) return isRunning(Number(name.slice(prefix.length)))
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < ABANDONED_MS
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
