/**
 * Stands in for `@radix-ui/react-use-is-hydrated` beneath the tabs and menus (see the alias in
 * vite.config.ts): nothing here was drawn by a server. Told that it was, each tab counts itself in
 * the midst of the page's first picture, and React then runs whatever waits for that picture, all
 * in one, three times as long as a slow phone may be busy.
 */
export function useIsHydrated(): boolean {
  return false
}
