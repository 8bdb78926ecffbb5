/** Rejects with a TimeoutError once the time is over, although the work itself may continue. */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = () => reject(new DOMException('', 'TimeoutError'))
    const timer = setTimeout(over, limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Enough for the code of any screen at 16 KB/s. */
const LOAD_MS_MAX = 30_000

/** Code whose request gets no response fails like code that cannot be loaded. */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  return within(LOAD_MS_MAX, loading)
}
