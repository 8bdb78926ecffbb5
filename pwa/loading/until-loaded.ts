const PAUSE_MS_MIN = 1_000
const PAUSE_MS_MAX = 60_000

/**
 * Loads code that the app cannot run without. It retries until it succeeds: a first visit may lose the
 * network halfway.
 */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      return await load()
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: code that fails when it runs would do so unseen
      console.warn(error)
      await untilOnlineOrAfter(pauseMs)
    }
  }
}

function untilOnlineOrAfter(pauseMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const goOn = () => {
    clearTimeout(timer)
    globalThis.removeEventListener('online', goOn)
    resolve()
  }
  const timer = setTimeout(goOn, pauseMs)
  globalThis.addEventListener('online', goOn)
  return promise
}
