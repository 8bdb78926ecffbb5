import { type App, mount } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Services } from '#server/services.ts'
import {
  listSavedAddresses,
  removeSavedAddress,
  renameSavedAddress,
  type SavedAddress,
  saveAddress as saveRoute,
} from '#shared/contract/saved-addresses.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import {
  type AddressBookState,
  type AddressEntry,
  removeAddress,
  renameAddress,
  saveAddress,
} from './decider.ts'
import { onOwnBook, readOwnBook } from './handler.ts'

export function registerSavedAddressRoutes(app: App, services: Services): void {
  const { clock } = services

  mount(app, services, listSavedAddresses, async ({ caller }) => {
    const { entries } = await readOwnBook(services, caller)
    return entries
      .map(present)
      .sort((one, other) => one.label.localeCompare(other.label, 'en', { sensitivity: 'base' }))
  })

  mount(app, services, saveRoute, async ({ body, caller, cause }) => {
    const id = newId(clock)
    const book = await onOwnBook(services, { caller, cause }, (state) =>
      saveAddress(state, { id, ...body }, cause.metadata.at),
    )
    // A repetition gets the id of its first time: the one that came last then.
    return isRefusal(book) ? book : presentEntry(book.entries.at(-1))
  })

  mount(app, services, renameSavedAddress, async ({ params, body, caller, cause }) => {
    const { id } = params
    const book = await onOwnBook(services, { caller, cause }, (state) =>
      renameAddress(state, { id, label: body.label }, cause.metadata.at),
    )
    return isRefusal(book) ? book : presentEntry(entryOf(book, id))
  })

  mount(app, services, removeSavedAddress, async ({ params, caller, cause }) => {
    const book = await onOwnBook(services, { caller, cause }, (state) =>
      removeAddress(state, params.id, cause.metadata.at),
    )
    return isRefusal(book) ? book : { message: 'Address removed' }
  })
}

function entryOf({ entries }: AddressBookState, id: string): AddressEntry | undefined {
  return entries.find((entry) => entry.id === id)
}

function presentEntry(entry: AddressEntry | undefined): SavedAddress | Refusal {
  return entry ? present(entry) : refuse('item.unknown')
}

function present({ savedAt, ...entry }: AddressEntry): SavedAddress {
  return { ...entry, added_at: savedAt }
}
