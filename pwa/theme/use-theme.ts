import { create } from 'zustand'

export type ThemeChoice = 'system' | 'dark' | 'light'

interface ThemeState {
  choice: ThemeChoice
  choose: (choice: ThemeChoice) => void
}

/** /before.js reads the same key before the first paint. */
const KEY = 'theme'

/** The theme of this device. */
export const useTheme = create<ThemeState>((set) => ({
  choice: remembered(),
  choose: (choice) => {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
    show(choice)
    set({ choice })
  },
}))

function remembered(): ThemeChoice {
  const stored = localStorage.getItem(KEY)
  return stored === 'dark' || stored === 'light' ? stored : 'system'
}

function show(choice: ThemeChoice) {
  const root = document.documentElement
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const { of } = meta.dataset
    const chosen = of === choice ? 'all' : 'not all'
    meta.media = choice === 'system' ? `(prefers-color-scheme: ${of})` : chosen
  }
}
