/** A checkpoint that covers a new statement is signed within a minute. */
const AGAIN_MS_MIN = 20_000
/** What fails for longer, as on a full disk, reads all of the activity each time. */
const AGAIN_MS_MAX = 3_600_000

/** Checks until it succeeds, and waits twice as long after each failure. Returns how to stop. */
export function untilChecked(check: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let pauseMs = AGAIN_MS_MIN
  const look = () =>
    void check().catch(() => {
      if (isOver) return
      timer = setTimeout(look, pauseMs)
      pauseMs = Math.min(2 * pauseMs, AGAIN_MS_MAX)
    })
  look()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
