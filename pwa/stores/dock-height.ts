/**
 * The height of the dock of running trades, in the CSS variable that pages and toasts keep free.
 * The dock loads late, so its last height is remembered: the page above it must not move.
 */

const KEY = 'dock-height'
const VARIABLE = '--dock-height'

/** Before the first paint, as it was last noted on this device. */
export function recallDockHeight(): void {
  try {
    set(Number(localStorage.getItem(KEY)) || 0)
  } catch {
    // The browser blocks storage.
  }
}

/** @param heightPx with the gap above it; 0 where nothing runs */
export function noteDockHeight(heightPx: number): void {
  set(heightPx)
  try {
    localStorage.setItem(KEY, String(heightPx))
  } catch {
    // The browser blocks storage: this page alone knows it.
  }
}

function set(heightPx: number): void {
  document.documentElement.style.setProperty(VARIABLE, `${heightPx}px`)
}
