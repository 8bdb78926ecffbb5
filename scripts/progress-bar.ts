const WIDTH = 30

/** A progress bar in a terminal; elsewhere it is printed once, when complete. */
export function progressBar(label: string): (done: bigint, total: bigint) => void {
  return (done, total) => {
    const share = total === 0n ? 1 : Number((done * 1000n) / total) / 1000
    const filled = Math.round(share * WIDTH)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
    const line = `${label}  ${bar}  ${done} of ${total} events`
    const isFull = done >= total
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${isFull ? '\n' : ''}`)
    else if (isFull) process.stdout.write(`${line}\n`)
  }
}
