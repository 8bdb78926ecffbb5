import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause } from '#server/platform/mount.ts'
import type { Services } from '#server/services.ts'
import type { Refusal } from '#shared/refusal.ts'
import { type AddressBookState, addressBooks } from './decider.ts'
import type { SavedAddressEvent } from './events.ts'

interface Act {
  readonly caller: Caller
  readonly cause: Cause
}

/** Runs one command on the caller's own book; there is no way to name another one. */
export async function onOwnBook(
  { log }: Pick<Services, 'log'>,
  { caller, cause }: Act,
  decideWith: (book: AddressBookState) => Decision<SavedAddressEvent>,
): Promise<AddressBookState | Refusal> {
  const result = await handleCommand(log, {
    ...cause,
    aggregate: addressBooks,
    id: caller.userId,
    owner: caller.userNo,
    decideWith,
  })
  return result.outcome === 'done' ? result.state : result.refusal
}

export async function readOwnBook(
  { log }: Pick<Services, 'log'>,
  { userId }: Caller,
): Promise<AddressBookState> {
  const known = await log.readDocument<AddressBookState>(`${addressBooks.kind}-${userId}`)
  return known?.state ?? addressBooks.initial
}
