import { create, type StateCreator, type StoreApi, type UseBoundStore } from 'zustand'

const resets = new Set<() => void>()

/** A store of what belongs to the signed-in user: it is as new when they have left. */
export function createPersonal<State>(
  initial: StateCreator<State>,
): UseBoundStore<StoreApi<State>> {
  const store = create(initial)
  onLeave(() => store.setState(store.getInitialState(), true))
  return store
}

/** Runs when a user leaves, for what a store must do besides. */
export function onLeave(reset: () => void): void {
  resets.add(reset)
}

/** A user never sees what the previous user of this device saw or wrote. */
export function resetPersonalStores(): void {
  for (const reset of resets) reset()
}
