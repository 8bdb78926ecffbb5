import { currentState } from '#server/events/current-state.ts'
import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { presentAllowlist } from '#server/facts/allowed-addresses.ts'
import { readPlatformAddresses } from '#server/facts/deposit-address-book.ts'
import { type App, mount, type RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/saved-addresses.ts'
import { switchAllowlist } from '#shared/contract/withdrawals.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { usableFrom } from '#shared/rules/withdrawal-allowlist.ts'
import { msg } from '#shared/text/t.ts'
import {
  type AddressBookState,
  type AddressEntry,
  addressBooks,
  removeAddress,
  renameAddress,
  saveAddress,
  turnAllowlistOff,
  turnAllowlistOn,
} from './decider.ts'
import type { SavedAddressEvent } from './events.ts'

export function registerSavedAddressRoutes(app: App, services: Services): void {
  const { clock, log, pool } = services

  /** Runs a command on the caller's own book; no other book can be named. */
  const onOwnBook = (
    { caller, cause }: Pick<RouteInput<typeof contract.saveAddress>, 'caller' | 'cause'>,
    decideWith: (book: AddressBookState) => Decision<SavedAddressEvent>,
  ) => {
    const { userId: id, userNo: owner } = caller
    return handleCommand(log, { ...cause, aggregate: addressBooks, id, owner, decideWith })
  }

  mount(app, services, contract.listSavedAddresses, async ({ caller }) => {
    const { entries } = await currentState(log, addressBooks, caller.userId)
    return entries
      .map(present)
      .sort((one, other) => one.label.localeCompare(other.label, 'en', { sensitivity: 'base' }))
  })

  mount(app, services, contract.saveAddress, async ({ body, ...act }) => {
    const id = newId(clock)
    const { at } = act.cause.metadata
    const platformAddresses = await readPlatformAddresses(pool)
    const book = await onOwnBook(act, (state) =>
      saveAddress(state, { id, ...body }, { at, platformAddresses }),
    )
    // A repeated command gets the id of its first run, when it was the last entry.
    return isRefusal(book) ? book : presentEntry(book.state.entries.at(-1))
  })

  mount(app, services, contract.renameSavedAddress, async ({ params: { id }, body, ...act }) => {
    const book = await onOwnBook(act, (state) =>
      renameAddress(state, { id, label: body.label }, act.cause.metadata.at),
    )
    if (isRefusal(book)) return book
    return presentEntry(book.state.entries.find((entry) => entry.id === id))
  })

  mount(app, services, switchAllowlist, async ({ body, ...act }) => {
    const { at } = act.cause.metadata
    const book = await onOwnBook(act, (state) =>
      body.on ? turnAllowlistOn(state, at) : turnAllowlistOff(state, at),
    )
    return isRefusal(book) ? book : presentAllowlist(book.state.allowlist, at)
  })

  mount(app, services, contract.removeSavedAddress, async ({ params, ...act }) => {
    const book = await onOwnBook(act, (state) =>
      removeAddress(state, params.id, act.cause.metadata.at),
    )
    return isRefusal(book) ? book : { message: msg('Address removed') }
  })
}

function presentEntry(entry: AddressEntry | undefined): contract.SavedAddress | Refusal {
  return entry ? present(entry) : refuse('item.unknown')
}

function present({ savedAt, usableAt, ...entry }: AddressEntry): contract.SavedAddress {
  return { ...entry, added_at: savedAt, usable_at: usableFrom({ savedAt, usableAt }) }
}
