/** Tells the terminal how far a start has come, and how long each step took. */
export interface StartReport {
  step<T>(name: string, work: () => Promise<T> | T): Promise<T>
  say(line: string): void
}

export function startReport(write: (text: string) => void): StartReport {
  return {
    async step(name, work) {
      const startedAt = performance.now()
      const result = await work()
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      write(`  ${name.padEnd(24)}${seconds.padStart(6)} s\n`)
      return result
    },
    say: (line) => write(`${line}\n`),
  }
}
