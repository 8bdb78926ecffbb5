import * as z from 'zod/mini'
import { SECOND_MS } from '#shared/time.ts'
import { post } from './define-route.ts'
import { instantField } from './fields.ts'
import { priceSchema } from './prices.ts'

/** The WebSocket's path; `?ticket=` carries the single-use ticket. */
export const LIVE_PATH = '/ws'

export const HEARTBEAT_MS = 25_000
export const HEARTBEAT_TIMEOUT_MS = 10_000
/** Waiting times before each further try to reconnect; the last one repeats. */
export const RECONNECT_BACKOFF_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000]
export const TICKET_TTL_MS = 30_000

/** Close codes: going away for a restart, slow reader, and "get a new ticket" (role, age, logout). */
export const CLOSE_RESTART = 1012
export const CLOSE_TOO_SLOW = 1013
export const CLOSE_NEW_TICKET = 4001

/** At most four per second, with the changed symbols; the first one after connecting has all. */
export const priceUpdateMessage = z.object({
  type: z.literal('price_update'),
  data: z.record(z.string(), priceSchema),
})

export const dataSyncMessage = z.object({
  type: z.literal('data_sync'),
  data: z.object({
    /** The change; the client fetches again what shows it. Each feature names its own. */
    action: z.string(),
    /** The owner of the entity; null if there is none, as for a deposit address. */
    userId: z.nullable(z.string()),
    entityId: z.string(),
    timestamp: instantField,
  }),
})
export type DataSyncMessage = z.output<typeof dataSyncMessage>

/**
 * Every position of the epoch up to this one survives the loss of the database's host. Sent after
 * connecting, when what the user has caused is durable, and when another epoch begins: a write that
 * was acknowledged in an earlier epoch and not durable may be lost, and is sent again under its
 * key.
 */
export const logDurableMessage = z.object({
  type: z.literal('log_durable'),
  epoch: z.number(),
  position: z.number(),
})
export type LogDurableMessage = z.output<typeof logDurableMessage>

/** The reply to a client's `{"type":"ping"}`: browsers cannot see protocol-level pings. */
export const pongMessage = z.object({ type: z.literal('pong') })

export const liveMessage = z.discriminatedUnion('type', [
  priceUpdateMessage,
  dataSyncMessage,
  logDurableMessage,
  pongMessage,
])
export type LiveMessage = z.output<typeof liveMessage>

export const issueLiveTicket = post('/api/live/ticket', {
  summary: `A single-use ticket for the WebSocket, valid ${TICKET_TTL_MS / SECOND_MS} seconds`,
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  response: z.object({ ticket: z.string(), expiresAt: instantField }),
})
