const running = new Map<string, Promise<unknown>>()

/** Runs the work of one name in the order in which it came, within this process. */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  running.set(name, mine)
  try {
    return await mine
  } finally {
    if (running.get(name) === mine) running.delete(name)
  }
}
