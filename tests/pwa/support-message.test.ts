import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UnsentMessage } from '#pwa/features/support/timeline.ts'
import { restored, useSender as senderOf } from '#pwa/features/support/use-message-draft.ts'
import type { MessageDraft } from '#pwa/stores/message-drafts.ts'
import { useToasts } from '#pwa/stores/toasts.ts'
import { startConversation } from '#shared/contract/support.ts'
import { type Browser, openBrowser, type Tab } from './support/browser.ts'
import { type LoopbackServer, startLoopbackServer, userOf } from './support/loopback-server.ts'
import { screenshot, USER } from './support/submissions.ts'

const DRAFT = { text: 'help', picture: undefined }

describe('a message to support if the browser stores nothing', () => {
  let server: LoopbackServer
  let browser: Browser
  let tab: Tab

  beforeEach(async () => {
    server = await startLoopbackServer()
    server.signedIn = userOf(USER)
    browser = openBrowser(server.url)
    tab = await browser.openTab()
    const user = { userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' } as const
    tab.sessionStore.setState({ status: 'signed-in', user })
    tab.outboxStore.setState({ isKept: false })
  })
  afterEach(async () => {
    await browser.close()
    await server.close()
  })

  async function sender() {
    // Modules of the same tab. This hook uses no other hook, so it may be called anywhere.
    const { useSendMessage: sending } = await import('#pwa/features/support/use-send-message.ts')
    const { useToasts } = await import('#pwa/stores/toasts.ts')
    const onArrived = vi.fn()
    const send = sending({
      start: ({ text }) =>
        tab.submit(startConversation, { body: { message: text, messageType: 'text' }, files: {} }),
      onArrived,
      fallback: 'Failed',
    })
    return { send, onArrived, toast: () => useToasts.getState().current }
  }

  it('returns to the input with the reason when it is refused', async () => {
    browser.setNetwork('off')
    const { send, onArrived, toast } = await sender()
    expect(await send(DRAFT)).toBe(false)
    expect(toast()).toMatchObject({ tone: 'error' })
    expect(onArrived).not.toHaveBeenCalled()
  })

  it('arrives when it is sent', async () => {
    const { send, onArrived, toast } = await sender()
    expect(await send(DRAFT)).toBe(true)
    expect(onArrived).toHaveBeenCalledOnce()
    expect(toast()).toBeUndefined()
  })
})

describe('a message that returns to the input', () => {
  it('is placed before text written since', () => {
    expect(restored(DRAFT, { text: '', picture: undefined })).toEqual(DRAFT)
    expect(restored(DRAFT, { text: 'and more', picture: undefined }).text).toBe('help\nand more')
  })

  it('keeps its picture unless another one was chosen since', () => {
    const [first, second] = [screenshot(), screenshot()]
    const sent = { text: '', picture: first }
    expect(restored(sent, DRAFT).picture).toBe(first)
    expect(restored(sent, { text: '', picture: second }).picture).toBe(second)
  })
})

describe('a refused message that is retried', () => {
  const EMPTY: MessageDraft = { text: '', picture: undefined }
  afterEach(() => useToasts.setState({ current: undefined }))

  /** Retries it beside what is in the input. */
  function retried(refused: { text: string; hasPicture: boolean }, now = EMPTY, isHeld = false) {
    let draft = now
    const send = vi.fn(async () => true)
    const dismiss = vi.fn(async () => {})
    const control = {
      draft,
      change: (part: Partial<MessageDraft>) => {
        draft = { ...draft, ...part }
      },
      restore: (unsent: MessageDraft) => {
        draft = restored(unsent, draft)
      },
    }
    // This hook uses no other hook, so it may be called anywhere.
    const { retry } = senderOf(control, send, isHeld)
    retry({ ...refused, dismiss } as unknown as UnsentMessage)
    expect(dismiss).toHaveBeenCalledOnce()
    return { draft, send, toast: useToasts.getState().current }
  }

  it('is sent again without changing what is in the input', () => {
    const now = { text: 'and more', picture: screenshot() }
    const { draft, send, toast } = retried({ text: 'help', hasPicture: false }, now)
    expect(send).toHaveBeenCalledExactlyOnceWith(DRAFT)
    expect({ draft, toast }).toEqual({ draft: now, toast: undefined })
  })

  it('with an image goes before what is in the input, and asks for the image', () => {
    const now = { text: 'and more', picture: screenshot() }
    const { draft, send, toast } = retried({ text: 'help', hasPicture: true }, now)
    expect(draft).toEqual({ text: 'help\nand more', picture: now.picture })
    expect(toast?.message).toBe('The image could not be restored. Choose it again.')
    expect(send).not.toHaveBeenCalled()
  })

  it('asks for the image if that was all of the message', () => {
    const { draft, toast } = retried({ text: '', hasPicture: true }, DRAFT)
    expect(draft).toEqual(DRAFT)
    expect(toast).toBeDefined()
  })

  it('goes before what is in the input while another reply is being sent', () => {
    const now = { text: 'and more', picture: undefined }
    const { draft, toast } = retried({ text: 'help', hasPicture: false }, now, true)
    expect({ draft, toast }).toEqual({
      draft: { text: 'help\nand more', picture: undefined },
      toast: undefined,
    })
  })
})
