/** Starts an action several times before the first has ended. @returns the results, in order */
export function atOnce<T>(times: number, act: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => act(index)))
}
