import type { KeyboardEvent } from 'react'

/**
 * A key that selects or accepts a suggestion of an input method; in Safari only the key code shows
 * this.
 */
export function isForInputMethod({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
