import { describe, expect, it, vi } from 'vitest'
import { bridged, isApart, joined } from '#pwa/data/thread.ts'
import {
  canSend,
  pictureError,
  timelineOf,
  type UnsentMessage,
  unreadFor,
  unsentOf,
} from '#pwa/features/support/timeline.ts'
import { PICTURE_BYTES_MAX, type SupportMessage } from '#shared/contract/support.ts'
import { messageIdOf } from '#shared/rules/message-id.ts'

const AT = '2026-03-01T10:00:00.000Z'
const READ_AT = '2026-03-01T10:05:00.000Z'

function message(number: number, part: Partial<SupportMessage> = {}): SupportMessage {
  return {
    id: `message ${number}`,
    number,
    message: `words ${number}`,
    sender_type: 'user',
    messageType: 'text',
    image_url: null,
    is_read: false,
    read_at: null,
    created_at: AT,
    ...part,
  }
}

const pageOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))

const numbers = (messages: readonly SupportMessage[]) => messages.map(({ number }) => number)

describe('pages of a conversation', () => {
  it('are joined if they touch or overlap, in either order', () => {
    expect(numbers(joined(pageOf(1, 3), pageOf(4, 5)))).toEqual([1, 2, 3, 4, 5])
    expect(numbers(joined(pageOf(4, 5), pageOf(1, 4)))).toEqual([1, 2, 3, 4, 5])
    expect(joined([], pageOf(1, 2))).toEqual(pageOf(1, 2))
    expect(joined(pageOf(1, 2), [])).toEqual(pageOf(1, 2))
  })

  it('are separate if a message is missing between them', () => {
    expect(isApart(pageOf(1, 3), pageOf(4, 5))).toBe(false)
    expect(isApart(pageOf(1, 3), pageOf(5, 6))).toBe(true)
    expect(isApart(pageOf(5, 6), pageOf(1, 3))).toBe(true)
    expect(isApart([], pageOf(5, 6))).toBe(false)
  })

  it('keep messages marked as read, and use the newer text', () => {
    const read = message(1, { is_read: true, read_at: READ_AT })
    const [merged] = joined([read], [message(1, { message: '', image_url: '/new' })])
    expect(merged).toMatchObject({
      message: '',
      image_url: '/new',
      is_read: true,
      read_at: READ_AT,
    })
  })

  it('are read up to the last read message of each side', () => {
    const read = message(3, { is_read: true, read_at: READ_AT })
    const reply = message(2, { sender_type: 'admin' })
    const merged = joined([message(1), reply], [read, message(4)])
    expect(merged.map(({ is_read }) => is_read)).toEqual([true, false, true, false])
    expect(merged[0]?.read_at).toBe(READ_AT)
  })
})

describe('messages missed while offline', () => {
  it('are fetched after the last known number, up to the latest page', async () => {
    const fetchAfter = vi.fn(async (after: number) => pageOf(after + 1, after + 3))
    const all = await bridged(pageOf(1, 2), pageOf(9, 10), fetchAfter)
    expect(numbers(all)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(fetchAfter.mock.calls).toEqual([[2], [5]])
  })

  it('are not fetched if none are missing', async () => {
    const fetchAfter = vi.fn()
    expect(numbers(await bridged(pageOf(1, 5), pageOf(4, 6), fetchAfter))).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
    expect(numbers(await bridged([], pageOf(4, 6), fetchAfter))).toEqual([4, 5, 6])
    expect(fetchAfter).not.toHaveBeenCalled()
  })

  it('are left for scrolling back if there are too many', async () => {
    const fetchAfter = async (after: number) => [message(after + 1)]
    expect(numbers(await bridged(pageOf(1, 2), pageOf(500, 501), fetchAfter))).toEqual([500, 501])
  })
})

describe('the log', () => {
  const unsent = { messageId: 'unsent', text: 'still here', hasPicture: false } as UnsentMessage

  it('shows unsent messages after received ones, and each sender once per run', () => {
    const messages = [message(1), message(2), message(3, { sender_type: 'admin' })]
    const items = timelineOf(messages, [unsent], 'user')
    expect(items.map(({ key }) => key)).toEqual(['message 1', 'message 2', 'message 3', 'unsent'])
    expect(items.map(({ beginsRun }) => beginsRun)).toEqual([true, false, true, true])
    expect(items.map(({ isOwn }) => isOwn)).toEqual([true, true, false, true])
  })

  it('shows a message once that arrives before the response to its submission', () => {
    const arrived = message(1, { id: 'unsent' })
    const items = timelineOf([arrived], [unsent], 'user')
    expect(items).toEqual([expect.objectContaining({ key: 'unsent', message: arrived })])
  })

  it('shows that a message waits, and lets the user cancel it, once an attempt has failed', () => {
    const row = {
      id: 'unsent',
      state: 'waiting',
      label: 'Waiting for connection',
      params: undefined,
      body: { message: 'words', messageType: 'image' },
      failure: undefined,
      createdAtMs: 0,
      canCancel: true,
      isFailing: false,
      canDismiss: false,
      canConfirm: false,
      cancel: async () => true,
      confirm: async () => undefined,
      dismiss: async () => undefined,
    } as const
    const message = 'We cannot reach the server.'
    const failure = { code: 'x', error: 'No Connection', message, details: {} }
    const by = { authorId: 'author', fallback: 'x' }
    expect(unsentOf(row, by)).toMatchObject({
      messageId: messageIdOf('author', 'unsent'),
      label: 'Sending…',
      canCancel: false,
      hasPicture: true,
    })
    expect(unsentOf({ ...row, failure }, by)).toMatchObject({ label: row.label, canCancel: true })
  })

  it('finds the last unread message of the other side', () => {
    const reply = message(2, { sender_type: 'admin' })
    expect(unreadFor([message(1), reply], 'user')).toBe(reply.id)
    expect(unreadFor([message(1), reply], 'admin')).toBe('message 1')
    expect(unreadFor([message(1), { ...reply, is_read: true }], 'user')).toBeUndefined()
    expect(unreadFor([], 'user')).toBeUndefined()
  })
})

describe('a message can be sent', () => {
  const file = (type: string, size: number) => ({ type, size }) as File

  it('with text, or with a valid image', () => {
    expect(canSend({ text: ' \n ', picture: undefined })).toBe(false)
    expect(canSend({ text: ' words ', picture: undefined })).toBe(true)
    expect(canSend({ text: '', picture: file('image/png', 1) })).toBe(true)
    expect(canSend({ text: '', picture: file('image/svg+xml', 1) })).toBe(false)
    expect(canSend({ text: 'words', picture: file('image/svg+xml', 1) })).toBe(false)
  })

  it('if its picture is an image and not too large', () => {
    expect(pictureError(file('image/jpeg', PICTURE_BYTES_MAX))).toBeUndefined()
    expect(pictureError(file('image/jpeg', PICTURE_BYTES_MAX + 1))).toContain('8 MB')
    expect(pictureError(file('application/pdf', 1))).toContain('JPEG')
  })
})
