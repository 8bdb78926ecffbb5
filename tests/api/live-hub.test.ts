import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FEATURES } from '#server/features/index.ts'
import {
  BEHIND_BYTES,
  createLiveHub,
  HOPELESS_BYTES,
  type LiveConnection,
} from '#server/platform/live/live-hub.ts'
import { type ListeningSocket, startHeartbeat } from '#server/platform/live/live-socket.ts'
import { syncMessagesFor } from '#server/platform/live/sync-messages.ts'

/** A socket that records its calls. */
class FakeSocket implements ListeningSocket {
  bufferedAmount = 0
  readonly sent: string[] = []
  readonly fate: (string | number)[] = []
  pings = 0
  readonly #listeners = new Map<string, (data: Buffer) => void>()

  send = (data: Buffer) => void this.sent.push(data.toString())
  close = (code: number) => void this.fate.push(code)
  terminate = () => void this.fate.push('terminated')
  ping = () => {
    this.pings += 1
  }
  on = (event: string, listener: (data: Buffer) => void) => this.#listeners.set(event, listener)
  hear = (event: string, text = '') => this.#listeners.get(event)?.(Buffer.from(text))
}

function connect(userId: string, isStaff = false): LiveConnection & { socket: FakeSocket } {
  return { userId, isStaff, sessionId: `session of ${userId}`, socket: new FakeSocket() }
}

const MESSAGE = Buffer.from('message')

describe('the hub', () => {
  it('sends a message to its owner and to staff, once each', () => {
    const hub = createLiveHub()
    const [owner, reviewer, stranger] = [
      connect('owner'),
      connect('reviewer', true),
      connect('stranger'),
    ]
    for (const connection of [owner, reviewer, stranger]) hub.add(connection)
    hub.send(MESSAGE, { userId: 'owner' })
    hub.send(MESSAGE, { userId: 'reviewer' })
    hub.send(MESSAGE, { userId: null })
    expect([owner, reviewer, stranger].map(({ socket }) => socket.sent.length)).toEqual([1, 3, 0])
    hub.send(MESSAGE, 'everyone')
    expect(stranger.socket.sent).toEqual(['message'])
  })

  it('sends no prices to a slow reader, but other messages', () => {
    const hub = createLiveHub()
    const slow = connect('owner')
    hub.add(slow)
    slow.socket.bufferedAmount = BEHIND_BYTES + 1
    hub.broadcastPrices(MESSAGE)
    expect(slow.socket.sent).toEqual([])
    hub.send(MESSAGE, { userId: 'owner' })
    expect(slow.socket.sent).toEqual(['message'])
  })

  it('disconnects a reader that is too far behind', () => {
    const hub = createLiveHub()
    const hopeless = connect('owner')
    hub.add(hopeless)
    hopeless.socket.bufferedAmount = HOPELESS_BYTES + 1
    hub.send(MESSAGE, 'everyone')
    expect(hopeless.socket.fate).toEqual([1013, 'terminated'])
    expect(hub.count()).toBe(0)
  })
})

describe('the heartbeat', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('disconnects sockets that do not respond within ten seconds', () => {
    const hub = createLiveHub()
    const [alive, dead] = [connect('owner'), connect('other')]
    const heartbeat = startHeartbeat(hub, () => undefined)
    for (const connection of [alive, dead]) {
      hub.add(connection)
      heartbeat.watch(connection, connection.socket)
    }
    vi.advanceTimersByTime(25_000)
    expect([alive.socket.pings, dead.socket.pings]).toEqual([1, 1])
    alive.socket.hear('pong')
    vi.advanceTimersByTime(10_000)
    expect([alive.socket.fate, dead.socket.fate]).toEqual([[], ['terminated']])
    expect(hub.count()).toBe(1)
    heartbeat.stop()
  })
})

describe('the messages for an event', () => {
  const change = {
    stream: 'deposit-6f1c7a52-5a0f-4d6a-9a3e-0f0c1b2a3d4e',
    kind: 'deposit',
    type: 'DepositApproved',
    ownerId: 'owner',
    movesMoney: true,
    recordedAt: new Date('2026-01-31T12:00:00.000Z'),
  }

  it('name the changed list, and the portfolio if money moved', () => {
    expect(syncMessagesFor(FEATURES.liveMessages, change)).toEqual(
      (['deposit', 'portfolio'] as const).map((action) => ({
        to: { userId: 'owner' },
        message: {
          type: 'data_sync',
          data: {
            action,
            userId: 'owner',
            entityId: '6f1c7a52-5a0f-4d6a-9a3e-0f0c1b2a3d4e',
            timestamp: '2026-01-31T12:00:00.000Z',
          },
        },
      })),
    )
  })

  it('go to everyone for a deposit address', () => {
    const address = { kind: 'deposit-address', stream: 'deposit-address-BTC', ownerId: null }
    const [only] = syncMessagesFor(FEATURES.liveMessages, {
      ...change,
      ...address,
      movesMoney: false,
    })
    expect(only).toMatchObject({
      to: 'everyone',
      message: { data: { action: 'deposit_address', userId: null, entityId: 'BTC' } },
    })
  })

  it.each([
    ['user', 'PasswordChanged', 'password'],
    ['user', 'UserDisabled', 'user'],
    ['conversation', 'MessageSent', 'support_message'],
    ['spot-order', 'SpotOrderPlaced', 'trades'],
  ])('map %s %s to "%s"', (kind, type, action) => {
    const [first] = syncMessagesFor(FEATURES.liveMessages, {
      ...change,
      kind,
      type,
      movesMoney: false,
    })
    expect(first?.message.data.action).toBe(action)
  })
})
