import { findAddress, readAddressBook } from '#server/facts/deposit-address-book.ts'
import { listStaff } from '#server/facts/staff-roles.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { namesOf } from '#server/queries/people.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/deposit-addresses.ts'
import { textFields } from '#shared/contract/text.ts'
import { isRefusal, refuse } from '#shared/refusal.ts'
import { ALONE_WAIT_HOURS } from '#shared/rules/deposit-addresses.ts'
import { depositCoin } from '#shared/rules/deposits.ts'
import { isAddressOf } from '#shared/rules/wallet-address.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { reviewProposal } from './decide-proposal.ts'
import {
  addDepositAddress,
  changeDepositAddress,
  depositAddressId,
  setDepositAddressActive,
} from './decider.ts'
import { onAddress, onReviewOfAddress } from './handler.ts'
import { presentAddress, presentPlace, presentShownAddress } from './present.ts'

const WAITS_FOR_SECOND = msg('Another member of staff must approve it before users see it.')
const WAITS_FOR_TIME = textOf(
  'You are the only member of staff, so users see it in {hours, plural, one {# hour} other {# hours}}.',
  { hours: ALONE_WAIT_HOURS },
)

export function registerDepositAddressRoutes(app: App, services: Services): void {
  const { pool, log } = services

  const responseOf = async (result: Awaited<ReturnType<typeof onAddress>>) => {
    if (isRefusal(result)) return result
    const { id, state } = result
    const { changedBy, firstApproval, proposed } = state
    const proposedBy = firstApproval?.approvedBy ?? ''
    const names = await namesOf(pool, [changedBy, proposedBy].filter(Boolean))
    const changedByName = names.get(changedBy) ?? null
    const proposedByName = names.get(proposedBy) ?? null
    return {
      ...textFields('message', proposed?.takesEffectAt ? WAITS_FOR_TIME : WAITS_FOR_SECOND),
      address: presentAddress(
        { id, state, changedByName, proposedByName },
        { staff: await listStaff(pool) },
      ),
    }
  }

  mount(app, services, contract.listDepositAddresses, async () => {
    const book = await readAddressBook(pool)
    const found = await Promise.all(
      book.map(({ state: { symbol, network } }) => findAddress(log, symbol, network)),
    )
    const active = found.filter((each) => each !== undefined).filter(({ isActive }) => isActive)
    return { addresses: active.map(presentShownAddress) }
  })

  mount(app, services, contract.showDepositAddress, async ({ body }) => {
    const found = await findAddress(log, body.symbol, body.network)
    return found?.isActive ? presentShownAddress(found) : refuse('deposit.address_missing')
  })

  mount(app, services, contract.listDepositAddressesForStaff, async () => {
    const [book, staff] = await Promise.all([readAddressBook(pool), listStaff(pool)])
    return { addresses: book.map((entry) => presentAddress(entry, { staff })) }
  })

  mount(app, services, contract.depositAddressHistory, async ({ params, query }) => {
    const { assetSymbol: symbol } = params
    const network = query.network ?? depositCoin(symbol)?.network ?? ''
    const found = await findAddress(log, symbol, network)
    if (!found) return refuse('address.unknown', { symbol, network })
    const editors = found.history.flatMap(({ changedBy, proposedBy }) => [
      changedBy,
      ...(proposedBy === undefined ? [] : [proposedBy]),
    ])
    const names = await namesOf(pool, editors)
    return found.history.map(
      ({ version, address, isActive, changedAt, changedBy, proposedBy }) => ({
        version,
        address,
        network: presentPlace(found).network,
        is_active: isActive,
        changed_at: changedAt,
        changed_by: changedBy,
        changed_by_name: names.get(changedBy) ?? '',
        proposed_by_name: proposedBy === undefined ? null : (names.get(proposedBy) ?? null),
      }),
    )
  })

  mount(app, services, contract.addDepositAddress, async ({ body, ...act }) => {
    const named = { ...body, isWellFormed: isAddressOf(body.network, body.address) }
    return responseOf(
      await onAddress(services, named, act, (state, facts) =>
        addDepositAddress(state, { ...named, ...facts }, facts),
      ),
    )
  })

  mount(app, services, contract.changeDepositAddress, async ({ body, params, ...act }) => {
    const { address, network } = body
    const isWellFormed = isAddressOf(network, address)
    const named = { symbol: params.assetSymbol, network, address, isWellFormed }
    return responseOf(
      await onAddress(services, named, act, (state, facts) =>
        changeDepositAddress(state, { ...named, ...facts }, facts),
      ),
    )
  })

  mount(app, services, contract.setDepositAddressActive, async ({ body, params, ...act }) => {
    const { isActive } = body
    const place = { symbol: params.assetSymbol, network: body.network }
    const set = await onAddress(services, place, act, (state, facts) =>
      setDepositAddressActive(state, { ...place, isActive }, facts),
    )
    if (isRefusal(set)) return set
    if (!isActive) return { message: msg('Deposit address deactivated') }
    const { takesEffectAt } = set.state.proposed ?? {}
    return textFields('message', takesEffectAt ? WAITS_FOR_TIME : WAITS_FOR_SECOND)
  })

  mount(app, services, contract.reviewDepositAddress, async ({ body, params, ...act }) => {
    const { action, proposedAt } = body
    const id = depositAddressId(params.assetSymbol, body.network)
    const result = await onReviewOfAddress(services, id, act, (state, facts) =>
      reviewProposal(state, { action, proposedAt }, facts),
    )
    if (isRefusal(result)) return result
    return {
      message: action === 'approve' ? msg('The deposit address is in effect.') : msg('Rejected.'),
    }
  })
}
