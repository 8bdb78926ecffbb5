import { replaceEqualDeep } from '@tanstack/react-query'
import type { QueryFamilies } from '#pwa/feature.ts'
import { useConnectionStore } from '#pwa/stores/connection.ts'
import {
  HEARTBEAT_MS,
  HEARTBEAT_TIMEOUT_MS,
  issueLiveTicket,
  LIVE_PATH,
  type LiveMessage,
  type LogDurableMessage,
  RECONNECT_BACKOFF_MS,
} from '#shared/contract/live.ts'
import { listPrices, type Price } from '#shared/contract/prices.ts'
import { call } from './api-client.ts'
import {
  PRICES_TOPIC,
  queryClient,
  queryKeyOf,
  refetchAll,
  refetchFailed,
  refetchFor,
} from './queries.ts'
import { isReachable, onContact } from './reachability.ts'

/** If the first opening takes longer, everything that was fetched before it may be out of date. */
const SLOW_OPENING_MS = 2_000
/** After a quick one, what the first screen needs comes first. */
const SETTLED_AFTER_MS = 1_000

/**
 * Keeps the live socket open and applies its prices and changes to the cache until stopped.
 *
 * @param onDurable called with the position up to which the server's log is durable
 */
export function startLive(
  families: QueryFamilies,
  onDurable: (message: LogDurableMessage) => void,
): () => void {
  let socket: WebSocket | undefined
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let wasOpen = false
  const startedAt = performance.now()
  queryClient.setQueryDefaults(queryKeyOf(listPrices, {}), { structuralSharing: laterPrices })

  const connect = async () => {
    clearTimeout(retry)
    if (stopped || socket) return
    setLive('connecting')
    try {
      if (!(await isReachable())) throw new Error('the server is unreachable')
      const { ticket } = await call(issueLiveTicket, {})
      if (stopped || socket) return
      socket = open(ticket)
    } catch {
      // Another attempt may have opened it.
      if (!socket) later()
    }
  }
  const open = (ticket: string) => {
    const opened = new WebSocket(socketUrl(ticket))
    const stopHeartbeat = heartbeat(opened)
    opened.addEventListener('open', () => {
      failures = 0
      setLive('open')
      // Messages were missed while the socket was closed, or since the first responses.
      if (wasOpen || performance.now() - startedAt > SLOW_OPENING_MS) refetchAll()
      else settling = setTimeout(() => refetchUnpolled(families), SETTLED_AFTER_MS)
      wasOpen = true
    })
    opened.addEventListener('message', (event) => {
      const message = JSON.parse(String(event.data)) as LiveMessage
      if (message.type === 'log_durable') onDurable(message)
      else take(message, families)
    })
    const onClose = () => {
      stopHeartbeat()
      if (socket === opened) socket = undefined
      later()
    }
    opened.addEventListener('close', onClose, { once: true })
    return opened
  }
  const later = () => {
    setLive('closed')
    if (stopped) return
    const waitMs = RECONNECT_BACKOFF_MS[Math.min(failures, RECONNECT_BACKOFF_MS.length - 1)]
    failures += 1
    clearTimeout(retry)
    retry = setTimeout(() => void connect(), waitMs)
  }

  const stopContact = onContact((reached) => {
    if (!reached) return
    refetchFailed()
    void connect()
  })
  void connect()
  return () => {
    stopped = true
    clearTimeout(retry)
    clearTimeout(settling)
    stopContact()
    socket?.close()
    setLive('closed')
  }
}

/** Pings, and closes a socket that does not respond: a dead connection never closes itself. */
function heartbeat(socket: WebSocket): () => void {
  let silence: ReturnType<typeof setTimeout> | undefined
  const beat = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send('{"type":"ping"}')
    silence ??= setTimeout(() => {
      // On a dead network close() waits for a response forever, so the event is fired here.
      socket.close()
      socket.dispatchEvent(new Event('close'))
    }, HEARTBEAT_TIMEOUT_MS)
  }, HEARTBEAT_MS)
  const onMessage = () => {
    clearTimeout(silence)
    silence = undefined
  }
  socket.addEventListener('message', onMessage)
  return () => {
    clearInterval(beat)
    onMessage()
    socket.removeEventListener('message', onMessage)
  }
}

function take(message: LiveMessage, families: QueryFamilies): void {
  if (message.type === 'price_update') takePrices(Object.values(message.data))
  if (message.type === 'data_sync') refetchFor(families[message.data.action] ?? [])
}

/**
 * Refetches everything that a missed message may have been about, except polled lists: they show
 * the change with their next poll, and refetching everything would double the requests of each
 * start.
 */
function refetchUnpolled(families: QueryFamilies): void {
  const topics = new Set(Object.values(families).flat())
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [topic], observers }) =>
      topic !== PRICES_TOPIC &&
      topics.has(String(topic)) &&
      !observers.some(({ options }) => options.refetchInterval),
  })
}

function socketUrl(ticket: string): string {
  const url = new URL(LIVE_PATH, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('ticket', ticket)
  return url.href
}

function setLive(live: 'closed' | 'connecting' | 'open'): void {
  if (useConnectionStore.getState().live !== live) useConnectionStore.setState({ live })
}

/**
 * The received price list, with newer prices from the known list: a response may take longer than a
 * pushed price.
 */
function laterPrices(known: unknown, arrived: unknown): unknown {
  const rows = (known ?? []) as readonly Price[]
  const before = new Map(rows.map((row) => [row.symbol, row]))
  const later = (row: Price) => {
    const old = before.get(row.symbol)
    return old && (old.updatedAt ?? '') > (row.updatedAt ?? '') ? old : row
  }
  return replaceEqualDeep(known, (arrived as readonly Price[]).map(later))
}

/** Each write redraws the price lists. */
const FLUSH_EVERY_MS = 250

const waitingPrices = new Map<string, Price>()
let flushTimer: ReturnType<typeof setTimeout> | undefined

/** Collects prices as they arrive and writes them into the cached price list together. */
function takePrices(prices: readonly Price[]): void {
  for (const price of prices) waitingPrices.set(price.symbol, price)
  if (flushTimer === undefined) flushTimer = setTimeout(flush, FLUSH_EVERY_MS)
}

function flush(): void {
  flushTimer = undefined
  const arrived = new Map(waitingPrices)
  waitingPrices.clear()
  queryClient.setQueryData<readonly Price[]>(queryKeyOf(listPrices, {}), (rows) =>
    rows?.map((row) => arrived.get(row.symbol) ?? row),
  )
}
