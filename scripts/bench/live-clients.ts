import { connect, type Socket } from 'node:net'
import { LIVE_PATH } from '#shared/contract/live.ts'

/** The task of this process and its result. */
export interface LiveClientsTask {
  readonly port: number
  readonly tickets: readonly string[]
  readonly seconds: number
}
export interface LiveClientsResult {
  /** From the time of a price until a client received it. */
  readonly latenciesMs: readonly number[]
  readonly connected: number
}

// Bare sockets that read frames and nothing more: a WebSocket library in the load generator would
// cost more than the server that is measured.
const HEADER_BYTES = 2
const LENGTH_16 = 126
const STAMP = '"updatedAt":"'
const STAMP_LENGTH = '2026-01-31T09:30:00.000Z'.length

process.once('message', (task: LiveClientsTask) => void run(task))

async function run({ port, tickets, seconds }: LiveClientsTask): Promise<void> {
  const latenciesMs: number[] = []
  const sockets = await Promise.all(tickets.map((ticket) => open(port, ticket, latenciesMs)))
  process.send?.('connected')
  await new Promise((resolve) => process.once('message', resolve))
  // The greeting carries old prices: only later messages are counted.
  latenciesMs.length = 0
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  const result: LiveClientsResult = { latenciesMs, connected: sockets.length }
  process.send?.(result, () => process.exit(0))
}

function open(port: number, ticket: string, latenciesMs: number[]): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let isOpen = false
    let waiting: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('connect', () => socket.write(upgradeRequest(port, ticket)))
    socket.on('data', (data: Buffer) => {
      waiting = waiting.length === 0 ? data : Buffer.concat([waiting, data])
      if (!isOpen) {
        const end = waiting.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!waiting.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) {
          reject(new Error(waiting.toString('latin1', 0, end)))
          return
        }
        isOpen = true
        waiting = waiting.subarray(end + 4)
        resolve(socket)
      }
      waiting = readFrames(waiting, (text) => note(text, latenciesMs))
    })
  })
}

/**
 * Passes on each complete frame and returns the rest. Servers do not mask and use 16-bit lengths.
 */
function readFrames(buffer: Buffer, onText: (text: string) => void): Buffer {
  let rest = buffer
  while (rest.length >= HEADER_BYTES + 2) {
    const short = rest.readUInt8(1)
    const offset = short < LENGTH_16 ? HEADER_BYTES : HEADER_BYTES + 2
    const length = short < LENGTH_16 ? short : rest.readUInt16BE(HEADER_BYTES)
    if (short > LENGTH_16) throw new Error('a frame of more than 64 KiB')
    if (rest.length < offset + length) break
    onText(rest.toString('latin1', offset, offset + length))
    rest = rest.subarray(offset + length)
  }
  return rest
}

/** All prices of one update were written in one batch and share a time. */
function note(text: string, latenciesMs: number[]): void {
  if (!text.startsWith('{"type":"price_update"')) return
  const at = text.indexOf(STAMP) + STAMP.length
  latenciesMs.push(Date.now() - Date.parse(text.slice(at, at + STAMP_LENGTH)))
}

function upgradeRequest(port: number, ticket: string): string {
  return [
    `GET ${LIVE_PATH}?ticket=${ticket} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    '\r\n',
  ].join('\r\n')
}
