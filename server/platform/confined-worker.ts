import { type ChildProcess, fork } from 'node:child_process'
import { CONFINED } from '#server/platform/confined-process.ts'

/** @template Answer the result for a file */
export interface ConfinedWorker<Response> {
  /**
   * What the process says of one file; the previous one must have ended. Undefined where no attempt
   * survived the file.
   *
   * @throws if the process cannot be started
   */
  ask(file: Uint8Array): Promise<Response | undefined>
}

export interface WorkerLimits {
  /** For one file, including the start of the process. */
  readonly msMax: number
  /** An idle process ends after this time, which frees its memory. */
  readonly idleMsMax: number
}

/** Work on a file may hang or crash even if the file is fine. */
const ATTEMPTS = 2

/**
 * Processes untrusted files in a process without secrets, which is started when needed. If it hangs
 * or crashes, it is replaced, without effect on the server or other files.
 *
 * Source: docs/decisions/0215-pictures-are-decoded-in-a-process.md
 *
 * @param name used in messages, such as "the decoder of pictures"
 */
export function openConfinedWorker<Response>(
  name: string,
  start: () => ChildProcess,
  { msMax, idleMsMax }: WorkerLimits,
): ConfinedWorker<Response> {
  let kept: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  async function attempt(file: Uint8Array): Promise<Response | undefined> {
    const child = kept ?? begin()
    const deadline = setTimeout(() => child.kill('SIGKILL'), msMax)
    try {
      return await responseOf<Response>(name, child, file)
    } finally {
      clearTimeout(deadline)
    }
  }

  function begin(): ChildProcess {
    const child = start()
    kept = child
    child.on('error', () => {})
    child.once('exit', () => {
      if (kept === child) kept = undefined
    })
    return child
  }

  function end(): void {
    kept?.kill('SIGKILL')
    kept = undefined
  }

  return {
    async ask(file) {
      clearTimeout(idle)
      try {
        for (let left = ATTEMPTS; left > 0; left -= 1) {
          const response = await attempt(file)
          if (response !== undefined) return response
        }
        return undefined
      } finally {
        idle = setTimeout(end, idleMsMax).unref()
      }
    },
  }
}

/** Starts a confined process that responds to messages. */
export function startConfined(path: string, options: readonly string[] = []): ChildProcess {
  return fork(path, {
    execArgv: [...CONFINED, ...options],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** @returns undefined if the process was killed or has crashed */
async function responseOf<Response>(
  name: string,
  child: ChildProcess,
  file: Uint8Array,
): Promise<Response | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Response | undefined>()
  const onEnd = (code: number | null) => {
    // A process ends itself only if it could not start.
    if (code === null) resolve(undefined)
    else reject(new Error(`${name} does not start: it ended with ${code}`))
  }
  const onFault = (error: Error) => child.pid === undefined && reject(error)
  const onMessage = (response: unknown) => resolve(response as Response)
  keepsServer(child, true)
  child.once('exit', onEnd)
  child.on('error', onFault)
  child.once('message', onMessage)
  // Sending to a process that has just ended fails; `onEnd` reports that end.
  child.send(file, () => {})
  try {
    return await promise
  } finally {
    child.off('exit', onEnd)
    child.off('error', onFault)
    child.off('message', onMessage)
    keepsServer(child, false)
  }
}

/** An idle worker does not prevent the server from ending. */
function keepsServer(child: ChildProcess, isKept: boolean): void {
  const how = isKept ? 'ref' : 'unref'
  child[how]()
  child.channel?.[how]()
}
