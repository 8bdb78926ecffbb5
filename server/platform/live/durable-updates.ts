import type { LogHistory } from '#server/events/log-history.ts'
import type { Durability } from '#server/platform/durability.ts'
import type { LiveConnection, LiveHub } from './live-hub.ts'
import { encode } from './price-updates.ts'

interface DurableUpdates {
  /** A user's event was committed. */
  committed(userId: string | null, position: bigint): void
  /** A client connects. It may have kept submissions from an earlier connection. */
  welcome(connection: LiveConnection): void
  stop(): void
}

/**
 * Sends clients how far the log is durable: to each user once their own events are durable, and to
 * all users when another epoch has begun. A client that misses a message gets the next one when it
 * connects.
 */
export function followDurability(
  durability: Pick<Durability, 'mode' | 'watermark' | 'want' | 'onWatermark'>,
  history: LogHistory,
  hub: LiveHub,
): DurableUpdates {
  const waiting = new Map<string, bigint>()

  const stopWatermark = durability.onWatermark(({ epoch, position }) => {
    const message = encode({ type: 'log_durable', epoch, position: Number(position) })
    for (const [userId, wanted] of waiting) {
      if (wanted > position) continue
      waiting.delete(userId)
      hub.sendTo(userId, message)
    }
  })
  const stopHistory = history.onChange(({ epoch }) => {
    waiting.clear()
    const position = Number(durability.watermark()?.position ?? 0n)
    hub.send(encode({ type: 'log_durable', epoch, position }), 'everyone')
  })

  function waitFor(userId: string, position: bigint): void {
    waiting.set(userId, position)
    durability.want(position)
  }

  return {
    committed(userId, position) {
      if (durability.mode === 'local' || userId === null) return
      if (hub.countOf(userId) > 0) waitFor(userId, position)
    },
    welcome({ socket, userId }) {
      const watermark = durability.watermark()
      if (!watermark) return
      const { epoch, position } = watermark
      const message = encode({ type: 'log_durable', epoch, position: Number(position) })
      socket.send(message, { binary: false })
      if (durability.mode === 'standby' && position < history.seen) waitFor(userId, history.seen)
    },
    stop() {
      stopWatermark()
      stopHistory()
    },
  }
}
