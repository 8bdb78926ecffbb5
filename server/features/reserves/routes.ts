import { currentState } from '#server/events/current-state.ts'
import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { type App, mount, type RouteInput } from '#server/platform/mount.ts'
import { newId } from '#server/platform/new-id.ts'
import { readPublishedLiabilities } from '#server/queries/published-liabilities.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/reserves.ts'
import { operator } from '#shared/operator/company.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { reserveMessage } from '#shared/rules/reserves.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import { msg } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import {
  addReserve,
  enterBalance,
  RESERVES_ID,
  type ReservesState,
  removeReserve,
  reserves,
} from './decider.ts'
import type { ReserveEvent } from './events.ts'
import { presentReserves } from './present.ts'
import { isSignedByAddress } from './signed-by-address.ts'

/** The reserves that the operator holds for its users: public to read, entered by staff. */
export function registerReserveRoutes(app: App, services: Services): void {
  const { pool, log, clock, config } = services
  const named = { operator: operator.name, origin: config.logOrigin }

  const onReserves = (
    { cause }: Pick<RouteInput<typeof contract.removeReserve>, 'cause'>,
    decideWith: (state: ReservesState) => Decision<ReserveEvent>,
  ) =>
    handleCommand(log, { ...cause, aggregate: reserves, id: RESERVES_ID, owner: null, decideWith })

  mount(app, services, contract.readReserves, async ({ caller }) => {
    if (!config.isLogPublic && !caller) return refuse('item.unknown')
    const [{ entries }, published] = await Promise.all([
      currentState(log, reserves, RESERVES_ID),
      readPublishedLiabilities(pool),
    ])
    return presentReserves(entries, published)
  })

  mount(app, services, contract.readReserveMessage, ({ query: { address } }) => {
    const day = instantOf(clock.now()).slice(0, 10)
    return { message: reserveMessage({ ...named, address, day }) }
  })

  mount(app, services, contract.addReserve, async ({ body, ...act }) => {
    const { caller, cause } = act
    const { network, address } = body
    const command = {
      ...body,
      id: newId(clock),
      isWellFormed: isAddressOf(network, address),
      isSigned: isSignedByAddress(body),
    }
    const facts = { ...named, by: caller.userId, at: cause.metadata.at }
    const result = await onReserves(act, (state) => addReserve(state, command, facts))
    if (isRefusal(result)) return result
    // A repeated command gets the id of its first run, when it was the last entry.
    const { id } = result.state.entries.at(-1) ?? command
    return { message: msg('Address added'), id }
  })

  mount(app, services, contract.enterReserveBalance, async ({ params, body, ...act }) => {
    const facts = { by: act.caller.userId, at: act.cause.metadata.at }
    const command = { id: params.id, ...body }
    const result = await onReserves(act, (state) => enterBalance(state, command, facts))
    return isRefusal(result) ? result : { message: msg('Balance saved') }
  })

  mount(app, services, contract.removeReserve, async ({ params, ...act }) => {
    const facts = { by: act.caller.userId, at: act.cause.metadata.at }
    const result = await onReserves(act, (state) => removeReserve(state, params.id, facts))
    return isRefusal(result) ? result : { message: msg('Address removed') }
  })
}
