import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { untilLoaded } from '#pwa/loading/until-loaded.ts'

const events = new EventTarget()
let warned: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.spyOn(console, 'warn').mockImplementation((error) => void warned.push(String(error)))
})
afterEach(() => {
  warned = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Fails this many times, then loads. */
function failing(times: number) {
  const triedAfter: number[] = []
  const startedAt = Date.now()
  const load = async () => {
    triedAfter.push((Date.now() - startedAt) / 1_000)
    if (triedAfter.length <= times) throw new TypeError('no network')
    return 'code'
  }
  return { load, triedAfter }
}

describe('essential code', () => {
  it('is loaded once if nothing fails', async () => {
    const { load, triedAfter } = failing(0)
    expect(await untilLoaded(load)).toBe('code')
    expect(triedAfter).toEqual([0])
    expect(warned).toEqual([])
  })

  it('is requested again, less and less often, down to once a minute', async () => {
    const { load, triedAfter } = failing(8)
    const loaded = untilLoaded(load)
    await vi.advanceTimersByTimeAsync(183_000)
    expect(await loaded).toBe('code')
    expect(triedAfter).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
    expect(warned).toHaveLength(8)
    expect(warned[0]).toBe('TypeError: no network')
  })

  it('is requested as soon as the browser is online again, and only once', async () => {
    const { load, triedAfter } = failing(4)
    const loaded = untilLoaded(load)
    await vi.advanceTimersByTimeAsync(8_000)
    events.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(await loaded).toBe('code')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(triedAfter).toEqual([0, 1, 3, 7, 8])
  })
})
