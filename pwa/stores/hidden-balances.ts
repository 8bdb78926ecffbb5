import { create } from 'zustand'

const NAME = 'hideBalances'

/** A setting of the device, which everyone who looks at it shares. */
export const useHiddenBalances = create<{ readonly isHidden: boolean }>(() => ({
  isHidden: (globalThis.localStorage?.getItem(NAME) ?? null) !== null,
}))

export function hideBalances(isHidden: boolean): void {
  if (isHidden) localStorage.setItem(NAME, 'yes')
  else localStorage.removeItem(NAME)
  useHiddenBalances.setState({ isHidden })
}
