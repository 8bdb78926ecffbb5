import { create } from 'zustand'

const NAME = 'letterKeysOff'

/**
 * Whether a letter alone acts in the back office, on this device: to software that writes what is
 * spoken, a word is a row of such keys.
 */
export const useLetterKeys = create<{ readonly areOn: boolean }>(() => ({
  areOn: (globalThis.localStorage?.getItem(NAME) ?? null) === null,
}))

export function switchLetterKeys(areOn: boolean): void {
  if (areOn) localStorage.removeItem(NAME)
  else localStorage.setItem(NAME, 'yes')
  useLetterKeys.setState({ areOn })
}
