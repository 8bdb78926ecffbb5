const running = new Map<string, Promise<unknown>>()

/**
 * Runs work in order of arrival, within this process, after all earlier work with a common name.
 */
export async function oneAtATime<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  // All names are taken at once, so that no two pieces of work wait for each other.
  const before = names.flatMap((name) => running.get(name) ?? [])
  const mine = before.length > 0 ? Promise.allSettled(before).then(work) : work()
  for (const name of names) running.set(name, mine)
  try {
    return await mine
  } finally {
    for (const name of names) if (running.get(name) === mine) running.delete(name)
  }
}
