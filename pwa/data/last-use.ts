/** The storage key of the time at which the user last did something here, in any tab. */
const LAST_USE = 'lastUse'
/** The server counts minutes, so it need not be exact. */
const EVERY_MS = 10_000
const SIGNS = ['pointerdown', 'keydown', 'wheel'] as const

let notedAtMs = 0

/** Records each sign of a user in front of the screen. Polling does not count. */
export function watchUse(): () => void {
  for (const sign of SIGNS) globalThis.addEventListener(sign, noteUse, { passive: true })
  return () => {
    for (const sign of SIGNS) globalThis.removeEventListener(sign, noteUse)
  }
}

function noteUse(): void {
  const nowMs = Date.now()
  if (Math.abs(nowMs - notedAtMs) < EVERY_MS) return
  notedAtMs = nowMs
  localStorage.setItem(LAST_USE, String(nowMs))
}

/** Seconds since then; undefined if unknown, as in the service worker. */
export function idleSeconds(): number | undefined {
  const lastUseMs = Number(globalThis.localStorage?.getItem(LAST_USE) ?? Number.NaN)
  if (Number.isNaN(lastUseMs)) return undefined
  return Math.max(0, Math.floor((Date.now() - lastUseMs) / 1000))
}
