/** Rejects with a TimeoutError once the time is over, although the work itself may still go on. */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const over = () => reject(new DOMException('', 'TimeoutError'))
    const timer = setTimeout(over, limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
