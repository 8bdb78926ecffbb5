import { CLOSE_NEW_TICKET, CLOSE_TOO_SLOW } from '#shared/contract/live.ts'
import type { LiveSession } from './live-sessions.ts'
import type { Addressed } from './sync-messages.ts'

/** A client this far behind gets no prices; later ones replace them anyway. */
export const BEHIND_BYTES = 64 * 1024

/** A client this far behind is disconnected; it fetches everything when it reconnects. */
export const HOPELESS_BYTES = 1024 * 1024

/** The methods of a WebSocket that the hub uses. */
export interface LiveSocket {
  readonly bufferedAmount: number
  send(data: Buffer, options: { binary: false }): void
  close(code: number, reason: string): void
  ping(): void
  terminate(): void
}

export interface LiveConnection extends LiveSession {
  readonly socket: LiveSocket
  readonly sessionId: string
}

export type LiveHub = ReturnType<typeof createLiveHub>

/** The sockets of this process, and which messages each may receive. */
export function createLiveHub() {
  const all = new Set<LiveConnection>()
  const staff = new Set<LiveConnection>()
  const byUser = new Map<string, Set<LiveConnection>>()

  function remove(connection: LiveConnection): void {
    all.delete(connection)
    staff.delete(connection)
    const own = byUser.get(connection.userId)
    own?.delete(connection)
    if (own?.size === 0) byUser.delete(connection.userId)
  }

  function deliver(connection: LiveConnection, message: Buffer): void {
    const { socket } = connection
    if (socket.bufferedAmount > HOPELESS_BYTES) {
      remove(connection)
      socket.close(CLOSE_TOO_SLOW, 'too slow')
      // The closing handshake would wait behind all data that the client has not read.
      socket.terminate()
      return
    }
    socket.send(message, { binary: false })
  }

  return {
    add(connection: LiveConnection): void {
      all.add(connection)
      if (connection.isStaff) staff.add(connection)
      const own = byUser.get(connection.userId) ?? new Set()
      byUser.set(connection.userId, own.add(connection))
    },
    remove,
    connections: (): Iterable<LiveConnection> => all,
    count: () => all.size,
    /** The sockets that one user has open in this process. */
    countOf: (userId: string) => byUser.get(userId)?.size ?? 0,
    /** Sends to all clients, except those that cannot keep up. */
    broadcastPrices(message: Buffer): void {
      for (const connection of all) {
        if (connection.socket.bufferedAmount <= BEHIND_BYTES) deliver(connection, message)
      }
    },
    /** Sends to all clients, or to one user and all staff. */
    send(message: Buffer, to: Addressed['to']): void {
      if (to === 'everyone') {
        for (const connection of all) deliver(connection, message)
        return
      }
      const own = to.userId === null ? undefined : byUser.get(to.userId)
      for (const connection of new Set([...(own ?? []), ...staff])) deliver(connection, message)
    },
    /** Only to the user who waits for it. */
    sendTo(userId: string, message: Buffer): void {
      for (const connection of new Set(byUser.get(userId))) deliver(connection, message)
    },
    /** Makes a client request a new ticket, because its permissions have changed. */
    expel(connection: LiveConnection): void {
      remove(connection)
      connection.socket.close(CLOSE_NEW_TICKET, 'new ticket needed')
    },
  }
}
