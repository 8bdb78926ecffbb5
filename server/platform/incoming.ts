import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/platform/clock.ts'
import { RefusedRequest } from '#server/platform/errors.ts'
import { type FileFields, type ReceivedForm, readForm } from '#server/platform/multipart.ts'
import { refuse } from '#shared/refusal.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** A form whose files are on disk until `discard`. */
export interface IncomingForm extends ReceivedForm {
  discard(): Promise<void>
}

export type Incoming = ReturnType<typeof openIncoming>

/** Forms received or processed at once. */
const FORMS_MAX = 16
export const FORMS_MAX_BY_USER = 2
const RETRY_AFTER_SECONDS = 2

/** From then on a body must have arrived at this speed on average: 8 MB in four minutes. */
const SLOW_AFTER_MS = 30 * SECOND_MS
const BYTES_PER_SECOND_MIN = 32 * 1024

/**
 * Receives forms with files. Their bytes go to disk, so the number and size of unfinished uploads
 * cost no memory.
 *
 * @param root holds one folder for each process: at a start only files that no process uses go
 */
export function openIncoming(root: string, clock: Clock) {
  const folder = join(root, `${hostname()}-${process.pid}`)
  const places = formPlaces()
  return {
    /**
     * Refuses  upload.too_many, busy.try_later, upload.too_slow and the refusals of `readForm`: thrown
     */
    async receive(
      request: FastifyRequest,
      expected: FileFields,
      userId: string,
    ): Promise<IncomingForm> {
      const leave = places.enter(userId)
      const paths: string[] = []
      const discard = async () => {
        for (const path of paths.splice(0)) await rm(path, { force: true })
        leave()
      }
      const deadline = refuseWhenSlow(request, clock)
      const reading = readForm(request, expected, async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const path = join(folder, randomUUID())
        paths.push(path)
        return path
      })
      try {
        return { ...(await Promise.race([reading, deadline.passed])), discard }
      } catch (error) {
        const discarding = reading.then(discard, discard)
        // A slow form is read on until the answer has closed its connection.
        const { raw } = request
        if (deadline.hasPassed()) raw.socket.once('close', () => raw.destroy())
        else await discarding
        throw error
      } finally {
        deadline.stop()
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

/** Counts the forms under way. */
function formPlaces() {
  const byUser = new Map<string, number>()
  let total = 0
  return {
    enter(userId: string): () => void {
      const own = byUser.get(userId) ?? 0
      const details = { retryAfterSeconds: RETRY_AFTER_SECONDS }
      if (own >= FORMS_MAX_BY_USER) throw new RefusedRequest(refuse('upload.too_many', details))
      if (total >= FORMS_MAX) throw new RefusedRequest(refuse('busy.try_later', details))
      byUser.set(userId, own + 1)
      total += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        total -= 1
        const left = (byUser.get(userId) ?? 1) - 1
        if (left > 0) byUser.set(userId, left)
        else byUser.delete(userId)
      }
    },
  }
}

/** Rejects `passed` when the body has taken long and is slow. */
function refuseWhenSlow({ raw }: FastifyRequest, clock: Clock) {
  const startedAt = clock.now()
  const bytesBefore = raw.socket.bytesRead
  const { promise: passed, reject } = Promise.withResolvers<never>()
  // Without a listener a rejection after the end of the race would end the process.
  passed.catch(() => {})
  let hasPassed = false
  const watch = setInterval(() => {
    const elapsedMs = clock.now() - startedAt
    const bytesPerSecond = ((raw.socket.bytesRead - bytesBefore) * SECOND_MS) / elapsedMs
    if (elapsedMs < SLOW_AFTER_MS || !(bytesPerSecond < BYTES_PER_SECOND_MIN)) return
    hasPassed = true
    reject(new RefusedRequest(refuse('upload.too_slow')))
  }, SECOND_MS)
  return { passed, hasPassed: () => hasPassed, stop: () => clearInterval(watch) }
}

/** No form is received for longer. */
const ABANDONED_MS = 10 * MINUTE_MS

/** Whether a folder belongs to a process that runs; that of another host is judged by its age. */
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
