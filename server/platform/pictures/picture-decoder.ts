import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { CONFINED } from '#server/platform/confined-process.ts'
import type { Decoded, DecodingFault } from './decode-picture.ts'

export interface PictureDecoder {
  /**
   * Decodes one picture; the one before must have ended.
   *
   * @throws if the process cannot be started
   */
  decode(file: Uint8Array): Promise<Decoded | DecodingFault>
}

interface DecoderLimits {
  /** For one picture, with the start of the process. */
  readonly msMax: number
  /** An unused process ends after this time, and with it the memory that it takes. */
  readonly idleMsMax: number
}

const LIMITS: DecoderLimits = { msMax: 30_000, idleMsMax: 60_000 }
const PROCESS = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))
/** A decoder may hang, or crash, for no fault of the picture. */
const ATTEMPTS = 2

/**
 * Decodes pictures in a process without secrets, which is started when it is needed. One that hangs or
 * crashes is replaced: neither the server nor another picture notices.
 *
 * Source: docs/decisions/0215-pictures-are-decoded-in-a-process.md
 */
export function openPictureDecoder(
  { msMax, idleMsMax }: DecoderLimits = LIMITS,
  start: () => ChildProcess = startProcess,
): PictureDecoder {
  let kept: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  async function attempt(file: Uint8Array): Promise<Decoded | DecodingFault | undefined> {
    const child = kept ?? begin()
    const deadline = setTimeout(() => child.kill('SIGKILL'), msMax)
    try {
      return await answerOf(child, file)
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
    async decode(file) {
      clearTimeout(idle)
      try {
        for (let left = ATTEMPTS; left > 0; left -= 1) {
          const answer = await attempt(file)
          if (answer !== undefined) return answer
        }
        return 'broken'
      } finally {
        idle = setTimeout(end, idleMsMax).unref()
      }
    },
  }
}

function startProcess(): ChildProcess {
  return fork(PROCESS, {
    execArgv: [...CONFINED],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

/** @returns undefined where the process was killed or has crashed */
async function answerOf(
  child: ChildProcess,
  file: Uint8Array,
): Promise<Decoded | DecodingFault | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Decoded | DecodingFault | undefined>()
  const hearEnd = (code: number | null) => {
    // A process ends itself only if it could not start.
    if (code === null) resolve(undefined)
    else reject(new Error(`the decoder of pictures does not start: it ended with ${code}`))
  }
  const hearFault = (error: Error) => child.pid === undefined && reject(error)
  const hear = (answer: unknown) => resolve(answer as Decoded | DecodingFault)
  keepsServer(child, true)
  child.once('exit', hearEnd)
  child.on('error', hearFault)
  child.once('message', hear)
  // Sending to a process that has just ended fails; `hearEnd` reports that end.
  child.send(file, () => {})
  try {
    return await promise
  } finally {
    child.off('exit', hearEnd)
    child.off('error', hearFault)
    child.off('message', hear)
    keepsServer(child, false)
  }
}

/** An idle decoder does not keep the server from ending. */
function keepsServer(child: ChildProcess, isKept: boolean): void {
  const how = isKept ? 'ref' : 'unref'
  child[how]()
  child.channel?.[how]()
}
