/**
 * The room that the dock of running trades takes at the bottom edge, in the variable by which pages
 * and toasts keep clear of it. The dock comes late, so its room is remembered from the last time:
 * what stands above it does not move when it comes.
 */

const KEY = 'dock-height'
const VARIABLE = '--dock-height'

/** Before the first paint, as it was last noted on this device. */
export function recallDockHeight(): void {
  try {
    set(Number(localStorage.getItem(KEY)) || 0)
  } catch {
    // A browser that keeps nothing remembers nothing.
  }
}

/** @param heightPx with the gap above it; 0 where nothing runs */
export function noteDockHeight(heightPx: number): void {
  set(heightPx)
  try {
    localStorage.setItem(KEY, String(heightPx))
  } catch {
    // It is noted for this page alone.
  }
}

function set(heightPx: number): void {
  document.documentElement.style.setProperty(VARIABLE, `${heightPx}px`)
}
