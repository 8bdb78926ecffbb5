import { setTimeout as sleep } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { headOf } from '#server/events/log-head.ts'
import type { LogHistory } from '#server/events/log-history.ts'
import type { Config } from '#server/platform/config.ts'
import type { Durability } from '#server/platform/durability.ts'
import { sendRefusal } from '#server/platform/errors.ts'
import { type App, type MountContext, mount } from '#server/platform/mount.ts'
import { LIMITS, limitedAddress } from '#server/platform/rate-limits.ts'
import { repeatedFaults } from '#server/platform/repeated-faults.ts'
import { CLOSE_RESTART, issueLiveTicket, LIVE_PATH } from '#shared/contract/live.ts'
import { refuse } from '#shared/refusal.ts'
import { instantOf } from '#shared/time.ts'
import { followChanges, followClaims } from './change-feed.ts'
import { followDurability } from './durable-updates.ts'
import { createLiveHub, type LiveHub, type LiveSocket } from './live-hub.ts'
import { issueTicket, type LiveSession, readLiveSessions, redeemTicket } from './live-sessions.ts'
import { type ListeningSocket, startHeartbeat } from './live-socket.ts'
import { encode, followPrices, type LivePrices, priceMessage } from './price-updates.ts'
import { type LiveMessages, syncMessagesFor } from './sync-messages.ts'

/** Clients send "ping" and nothing else. */
const MESSAGE_BYTES_MAX = 1_024
/** Open sockets of one user in one process: more than a person has tabs and devices. */
export const SOCKETS_MAX = 50
const RETRY_AFTER_SECONDS = 60
/** How long clients may take to close their sockets on a restart. */
const GOODBYE_MS = 1_000

interface LiveContext extends MountContext {
  readonly pool: Pool
  readonly databaseUrl: string
  readonly history: LogHistory
  readonly durability: Durability
  readonly prices: LivePrices
  readonly logger: Pick<Logger, 'error' | 'warn'>
  readonly config: Pick<Config, 'publicUrl' | 'staffSecondFactor' | 'masterKeys'>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session that opens a WebSocket, once the ticket is redeemed. */
    liveSession: (LiveSession & { readonly sessionId: string }) | undefined
  }
}

/**
 * The WebSocket: sends prices to all signed-in users, and tells each user and staff what has
 * changed. A client that misses a message loses nothing, because it fetches the data itself.
 */
export async function serveLive(
  app: App,
  context: LiveContext,
  messages: LiveMessages,
): Promise<void> {
  const { pool, prices, clock, logger, history } = context
  const hub = createLiveHub()
  const heartbeat = startHeartbeat(hub, () => void recheck(hub, context))
  const stop = new AbortController()
  const stopPrices = followPrices(prices, hub.broadcastPrices)
  const durable = followDurability(context.durability, history, hub)
  const changes = followChanges(
    {
      pool,
      connectionString: context.databaseUrl,
      history,
      // Read before the first client connects: otherwise it could miss events recorded in between.
      from: await headOf(pool),
      onChange: (change) => {
        for (const { to, message } of syncMessagesFor(messages, change))
          hub.send(encode(message), to)
        durable.committed(change.actorId, BigInt(change.position))
        // A user's role or status changed, and with it what they may receive.
        if (change.kind === 'user') void recheck(hub, context, change.ownerId)
      },
      report: (error) =>
        repeatedFaults(logger).warn('live changes', { err: error }, 'live changes'),
    },
    stop.signal,
  )
  const claims = followClaims(context.databaseUrl, clock, (message) =>
    hub.send(encode(message), { userId: message.data.userId }),
  )

  await app.register(websocket, {
    options: { maxPayload: MESSAGE_BYTES_MAX, perMessageDeflate: false },
    // An unreadable frame: no response is possible.
    errorHandler: (_error, socket: LiveSocket) => socket.terminate(),
    preClose: async () => {
      stop.abort()
      stopPrices()
      durable.stop()
      heartbeat.stop()
      await Promise.all([changes, claims.close(), sayGoodbye(hub)])
    },
  })

  mount(app, context, issueLiveTicket, async ({ caller }) => {
    const { ticket, expiresAtMs } = await issueTicket(pool, caller.sessionId, clock.now())
    return { ticket, expiresAt: instantOf(expiresAtMs) }
  })

  app.decorateRequest('liveSession', undefined)
  const admission: preValidationAsyncHookHandler = async (request, reply) => {
    const refusal =
      (await limitedAddress(context.rateLimits, {
        ip: request.ip,
        perMinute: LIMITS.byAddress,
      })) ?? (comesFromHere(request, context) ? undefined : refuse('access.forbidden'))
    if (refusal) return sendRefusal(reply, refusal)
    request.liveSession = await admit(request, context)
    if (!request.liveSession) return sendRefusal(reply, refuse('session.required'))
    if (hub.countOf(request.liveSession.userId) >= SOCKETS_MAX) {
      return sendRefusal(reply, refuse('rate.limited', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
    }
  }
  app.get(
    LIVE_PATH,
    { websocket: true, preValidation: admission },
    (socket: ListeningSocket, { liveSession }) => {
      if (!liveSession) throw new Error('a socket without a session')
      const connection = { ...liveSession, socket }
      hub.add(connection)
      heartbeat.watch(connection, socket)
      // The first message contains all prices; later ones only the changes.
      socket.send(priceMessage(prices.list()), { binary: false })
      durable.welcome(connection)
    },
  )
}

/** Asks clients to reconnect to another process, and disconnects those that do not respond. */
async function sayGoodbye(hub: LiveHub): Promise<void> {
  for (const { socket } of hub.connections()) socket.close(CLOSE_RESTART, 'restarting')
  for (let waitedMs = 0; hub.count() > 0 && waitedMs < GOODBYE_MS; waitedMs += 50) await sleep(50)
  for (const { socket } of hub.connections()) socket.terminate()
}

/** Rejects pages of other sites; clients other than browsers send no Origin. */
function comesFromHere(request: FastifyRequest, { config }: LiveContext): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || origin === config.publicUrl) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

async function admit(
  request: FastifyRequest,
  context: LiveContext,
): Promise<FastifyRequest['liveSession']> {
  const { ticket } = request.query as { readonly ticket?: unknown }
  if (typeof ticket !== 'string') return undefined
  const sessionId = await redeemTicket(context.pool, ticket, context.clock.now())
  if (sessionId === undefined) return undefined
  const session = (await readSessions(context, [sessionId])).get(sessionId)
  return session && { ...session, sessionId }
}

/** Expels connections whose session has ended or whose permissions have changed. */
async function recheck(hub: LiveHub, context: LiveContext, userId?: string | null): Promise<void> {
  const asked = [...hub.connections()].filter((one) => !userId || one.userId === userId)
  if (asked.length === 0) return
  try {
    const sessions = await readSessions(
      context,
      asked.map(({ sessionId }) => sessionId),
    )
    for (const connection of asked) {
      const session = sessions.get(connection.sessionId)
      if (session?.isStaff !== connection.isStaff) hub.expel(connection)
    }
  } catch (error) {
    repeatedFaults(context.logger).warn('live sessions', { err: error }, 'live sessions')
  }
}

function readSessions(
  { pool, clock, config }: LiveContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LiveSession>> {
  return readLiveSessions(pool, ids, {
    nowMs: clock.now(),
    staffNeedsSecondFactor: config.staffSecondFactor === 'required',
  })
}
