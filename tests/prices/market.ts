import type { AddressInfo } from 'node:net'
import websocket from '@fastify/websocket'
import { type FastifyReply, fastify } from 'fastify'
import { afterEach } from 'vitest'
import type { PriceReading, PriceSource } from '#server/prices/price-source.ts'
import type { MarketOptions } from '#server/prices/sources/market.ts'

type Responder = (query: Readonly<Record<string, string>>, reply: FastifyReply) => unknown

interface Subscriber {
  send(text: string): void
  close(): void
  terminate(): void
  on(event: 'message', listener: (data: Buffer) => void): void
}

/** A local market server with scripted REST responses and a scripted stream. */
export interface Market {
  readonly options: MarketOptions
  readonly faults: string[]
  /** URLs of the REST requests received, in order. */
  readonly asked: string[]
  /** URLs of the streams opened, and messages received from clients. */
  readonly opened: string[]
  readonly heard: string[]
  respond(path: string, responder: Responder): void
  /** Called for each stream connection; without it, connections are refused. */
  stream(onOpen: (subscriber: Subscriber) => void): void
  say(message: unknown): void
  /** Drops every open stream without a close frame. */
  hangUp(): void
}

/** Opens a market and closes it after the test. */
export async function openMarket(now: () => number = () => Date.now()): Promise<Market> {
  const app = fastify()
  await app.register(websocket)
  const responders = new Map<string, Responder>()
  const faults: string[] = []
  const asked: string[] = []
  const opened: string[] = []
  const heard: string[] = []
  const open = new Set<Subscriber>()
  let onOpen: ((subscriber: Subscriber) => void) | undefined

  app.route({
    method: 'GET',
    url: '*',
    handler: (request, reply) => {
      asked.push(request.url)
      const path = request.url.split('?')[0] ?? ''
      const respond = responders.get(path)
      if (!respond) return reply.code(404).send({ message: 'NotFound' })
      return respond(request.query as Record<string, string>, reply)
    },
    wsHandler: (socket: Subscriber, request) => {
      opened.push(request.url)
      if (!onOpen) {
        socket.close()
        return
      }
      open.add(socket)
      socket.on('message', (data) => heard.push(data.toString()))
      onOpen(socket)
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  afterEach(async () => {
    for (const socket of open) socket.terminate()
    app.server.closeAllConnections()
    await app.close()
  })

  const host = `127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    options: {
      clock: { now },
      report: (fault) => faults.push(fault instanceof Error ? fault.message : String(fault)),
      restUrl: `http://${host}`,
      streamUrl: `ws://${host}`,
      pollMs: 25,
      timeoutMs: 300,
      silenceMs: 400,
      backoffMs: [10, 20],
    },
    faults,
    asked,
    opened,
    heard,
    respond: (path, responder) => responders.set(path, responder),
    stream: (handler) => {
      onOpen = handler
    },
    say: (message) => {
      for (const socket of open) socket.send(JSON.stringify(message))
    },
    hangUp: () => {
      for (const socket of open) socket.terminate()
      open.clear()
    },
  }
}

/** All readings of a source until the test ends. */
export function listen(source: PriceSource): PriceReading[] {
  const readings: PriceReading[] = []
  const stop = new AbortController()
  const running = source.start((some) => readings.push(...some), stop.signal)
  afterEach(async () => {
    stop.abort()
    await running
  })
  return readings
}
