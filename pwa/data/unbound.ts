/** Set while the session has no key, because this browser stores nothing, as in a private window. */
const UNBOUND = 'unboundSession'

export function noteBound(isBound: boolean): void {
  if (isBound) localStorage.removeItem(UNBOUND)
  else localStorage.setItem(UNBOUND, '1')
}

export function isUnbound(): boolean {
  // The service worker has no such storage; it runs where there is IndexedDB.
  return Boolean(globalThis.localStorage?.getItem(UNBOUND))
}
