import { HEARTBEAT_MS, HEARTBEAT_TIMEOUT_MS } from '#shared/contract/live.ts'
import type { LiveConnection, LiveHub, LiveSocket } from './live-hub.ts'
import { encode } from './price-updates.ts'

const CLOSE_POLICY = 1008
const MESSAGES_PER_BEAT_MAX = 60
const PONG = encode({ type: 'pong' })

/** The events of a WebSocket that the server listens to. */
export interface ListeningSocket extends LiveSocket {
  on(event: 'message', listener: (data: Buffer) => void): unknown
  on(event: 'pong' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
}

/**
 * Pings every 25 s and closes sockets that do not respond within 10 s. Browsers cannot see pings,
 * so the "ping" message of a client is answered with "pong".
 */
export function startHeartbeat(hub: LiveHub, onBeat: () => void) {
  // Sockets that have not responded to a ping yet; messages of each socket since the last ping.
  const silent = new Set<LiveConnection>()
  const spoken = new Map<LiveConnection, number>()

  const cutSilent = () => {
    for (const connection of silent) {
      hub.remove(connection)
      connection.socket.terminate()
    }
    silent.clear()
  }
  const beat = setInterval(() => {
    spoken.clear()
    for (const connection of hub.connections()) {
      silent.add(connection)
      connection.socket.ping()
    }
    setTimeout(cutSilent, HEARTBEAT_TIMEOUT_MS).unref()
    onBeat()
  }, HEARTBEAT_MS)

  return {
    watch(connection: LiveConnection, socket: ListeningSocket): void {
      socket.on('message', (data) => {
        const count = (spoken.get(connection) ?? 0) + 1
        spoken.set(connection, count)
        if (count > MESSAGES_PER_BEAT_MAX) socket.close(CLOSE_POLICY, 'too many messages')
        else if (isPing(data)) socket.send(PONG, { binary: false })
      })
      socket.on('pong', () => silent.delete(connection))
      // A broken frame: the socket closes, and no one can be notified.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        hub.remove(connection)
        silent.delete(connection)
        spoken.delete(connection)
      })
    },
    stop: () => clearInterval(beat),
  }
}

function isPing(data: Buffer): boolean {
  try {
    const message: unknown = JSON.parse(data.toString())
    return message instanceof Object && Reflect.get(message, 'type') === 'ping'
  } catch {
    return false
  }
}
