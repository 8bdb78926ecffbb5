/** Set while the session has no key. */
const UNBOUND = 'unboundSession'

/** bound: it has a key. nothing-stored: this browser stores nothing, as in a private window. */
export type Binding = 'bound' | 'nothing-stored' | 'database-silent'

export function noteBinding(binding: Binding): void {
  if (binding === 'bound') localStorage.removeItem(UNBOUND)
  else localStorage.setItem(UNBOUND, binding)
}

export function isUnbound(): boolean {
  return noted() !== null
}

/** Not if the database gave no response: it may contain what the user has stored since. */
export function storesNothing(): boolean {
  const binding = noted()
  return binding !== null && binding !== 'database-silent'
}

function noted(): string | null {
  // The service worker has no such storage; it runs where there is IndexedDB.
  return globalThis.localStorage?.getItem(UNBOUND) ?? null
}
