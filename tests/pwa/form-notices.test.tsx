import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'

const WITH_SYNC = 'The order is kept on this device and sent automatically. Prices are old.'
const WITHOUT_SYNC =
  'The order is kept on this device and sent when you next open Keel with a connection. Prices are old.'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('where submissions are kept on the device, a form', () => {
  it('shows no notice while it can be sent', async () => {
    expect(await textOf({ isOnline: true, isKept: true })).toBe('')
  })

  it('says offline that its submission is kept and sent automatically', async () => {
    vi.stubGlobal('SyncManager', class {})
    expect(await textOf({ isOnline: false, isKept: true })).toBe(`You are offline. ${WITH_SYNC}`)
  })

  it('says offline that the app must be opened if the browser does not wake it', async () => {
    expect(await textOf({ isOnline: false, isKept: true })).toBe(`You are offline. ${WITHOUT_SYNC}`)
  })
})

describe('where nothing is kept on the device, a form', () => {
  it('says so while it can be sent', async () => {
    expect(await textOf({ isOnline: true, isKept: false })).toBe(
      'This browser cannot store data on this device. Stay on this page until you see the result of your submission.',
    )
  })

  it('says so offline, and does not promise to send it', async () => {
    vi.stubGlobal('SyncManager', class {})
    expect(await textOf({ isOnline: false, isKept: false })).toBe(
      'You are offline. This browser cannot store data on this device, so your submission needs a connection.',
    )
  })
})

describe('a form that never waits for a connection', () => {
  it('says nothing about storage', async () => {
    const form = { waits: undefined }
    expect(await textOf({ isOnline: true, isKept: false }, form)).toBe('')
    expect(await textOf({ isOnline: false, isKept: true }, form)).toBe(
      'You are offline. Prices are old.',
    )
  })
})

interface Device {
  readonly isOnline: boolean
  readonly isKept: boolean
}

/** The notices that the order form shows below its fields. */
async function textOf({ isOnline, isKept }: Device, props: { waits?: undefined } = {}) {
  const { FormNotices } = await import('#pwa/components/form-notices.tsx')
  const { useConnectionStore } = await import('#pwa/stores/connection.ts')
  const { useOutboxStore } = await import('#pwa/stores/outbox.ts')
  // Markup is rendered from the initial state of a store.
  Object.assign(useConnectionStore.getInitialState(), { isOnline })
  Object.assign(useOutboxStore.getInitialState(), { isKept })
  const markup = renderToStaticMarkup(
    <FormNotices
      form={{ notice: undefined }}
      waits="The order"
      offline="Prices are old."
      {...props}
    />,
  )
  return markup.replace(/<[^>]+>/g, '')
}
