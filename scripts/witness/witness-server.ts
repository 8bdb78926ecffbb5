import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { parseAddCheckpoint } from './add-checkpoint.ts'
import type { Witness } from './witness.ts'
import type { WitnessKey } from './witness-key.ts'

const BODY_BYTES_MAX = 100_000
const TEXT = 'text/plain; charset=utf-8'

/**
 * Serves the state of a witness, and cosigns checkpoints that are sent to it.
 *
 * Source: C2SP tlog-witness
 */
export function witnessServer(witness: Witness, { vkey }: WitnessKey): Server {
  return createServer((request, response) => {
    respond(witness, vkey, request).then(
      (reply) => send(response, reply),
      // State that is not on disk could be contradicted after a restart.
      () => send(response, { status: 500, text: 'the witness could not save its state\n' }),
    )
  })
}

interface Reply {
  readonly status: number
  readonly text: string
  readonly type?: string
}

async function respond(witness: Witness, vkey: string, request: IncomingMessage): Promise<Reply> {
  const { method = '', url = '' } = request
  switch (`${method} ${url}`) {
    case 'GET /checkpoint': {
      const note = witness.cosigned()
      return note === undefined ? NOT_FOUND : { status: 200, text: note }
    }
    case 'GET /vkey':
      return { status: 200, text: `${vkey}\n` }
    case 'POST /add-checkpoint':
      return addCheckpoint(witness, request)
    default:
      return NOT_FOUND
  }
}

const NOT_FOUND = { status: 404, text: 'not found\n' }

async function addCheckpoint(witness: Witness, request: IncomingMessage): Promise<Reply> {
  const body = await bodyOf(request)
  const added = body === undefined ? undefined : parseAddCheckpoint(body)
  if (!added) return { status: 400, text: 'the body is not a valid add-checkpoint request\n' }
  const result = await witness.add(added)
  if (result.status === 200) return { status: 200, text: result.cosignature }
  if (result.status === 409) {
    return { status: 409, text: `${result.size}\n`, type: 'text/x.tlog.size' }
  }
  return { status: result.status, text: `${result.reason}\n` }
}

/** @returns undefined if it is too long */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function send(response: ServerResponse, { status, text, type = TEXT }: Reply): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(text)
}
