import type { KeyboardEvent } from 'react'

/** A key that chooses or takes over what an input method offers: Safari tells it by the code alone. */
export function isForInputMethod({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
