import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { issueLiveTicket, LIVE_PATH, type LiveMessage } from '#shared/contract/live.ts'
import { eventually } from '#tests/support/wait.ts'
import type { TestApp } from './app.ts'
import type { Client } from './client.ts'

/** A WebSocket client that records the messages it receives. */
export interface LiveClient {
  readonly messages: LiveMessage[]
  send(text: string): void
  /** The close code, once the server has closed it. */
  closed(): Promise<number>
  close(): void
}

export function liveAddress({ app }: Pick<TestApp, 'app'>, ticket: string): string {
  const { port } = app.server.address() as AddressInfo
  return `ws://127.0.0.1:${port}${LIVE_PATH}?ticket=${ticket}`
}

/** Opens the live channel and waits for its first message. */
export async function openLive(on: Pick<TestApp, 'app'>, client: Client): Promise<LiveClient> {
  const { ticket } = await client.call(issueLiveTicket)
  const live = listenTo(liveAddress(on, ticket))
  await eventually(() => {
    if (live.messages.length === 0) throw new Error('no message yet')
  })
  return live
}

function listenTo(address: string): LiveClient {
  const socket = new WebSocket(address)
  const messages: LiveMessage[] = []
  const closing = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code)
  })
  socket.onmessage = ({ data }) => messages.push(JSON.parse(String(data)) as LiveMessage)
  afterEach(() => socket.close())
  return {
    messages,
    send: (text) => socket.send(text),
    closed: () => closing,
    close: () => socket.close(),
  }
}
