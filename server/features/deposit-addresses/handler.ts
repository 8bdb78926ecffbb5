import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import { isAddressOfCustomer } from '#server/facts/customer-addresses.ts'
import { isOnlyStaff } from '#server/facts/staff-members.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { claimRefusal } from '#server/reviews/claims.ts'
import type { Reviewer } from '#server/reviews/decide-review.ts'
import { readFirstHasLeft } from '#server/reviews/first-has-left.ts'
import type { Services } from '#server/services.ts'
import { epochMsOf } from '#shared/time.ts'
import {
  type DepositAddressState,
  depositAddresses,
  depositAddressId,
  type ProposalFacts,
} from './decider.ts'
import type { DepositAddressEvent } from './events.ts'

interface Act {
  readonly caller: Caller
  readonly cause: Cause
}

interface Named {
  readonly symbol: string
  readonly network: string
  /** Omitted if no address is named. */
  readonly address?: string
}

type Decide<Facts> = (state: DepositAddressState, facts: Facts) => Decision<DepositAddressEvent>

/** Runs a command of a member of staff on an address. */
export function onAddress(
  { log, pool }: Pick<Services, 'log' | 'pool'>,
  { symbol, network, address }: Named,
  { caller, cause }: Act,
  decide: Decide<ProposalFacts & { readonly isOfCustomer: boolean }>,
) {
  const { at } = cause.metadata
  return handleCommand(log, {
    ...cause,
    aggregate: depositAddresses,
    id: depositAddressId(symbol, network),
    owner: null,
    checksDocument: true,
    decideWith: async (state) => {
      const [isAlone, isOfCustomer] = await Promise.all([
        isOnlyStaff(pool, caller.userId, epochMsOf(at)),
        address === undefined ? false : isAddressOfCustomer(pool, address),
      ])
      return decide(state, { by: caller.userId, at, isAlone, isOfCustomer })
    },
  })
}

/** Reviews a proposal, unless a colleague has claimed it. */
export async function onReviewOfAddress(
  services: Pick<Services, 'log' | 'pool' | 'clock'>,
  id: string,
  { caller, cause }: Act,
  decide: Decide<Reviewer & { readonly isOfCustomer: boolean }>,
) {
  const { log, pool } = services
  const claimed = await claimRefusal(services, `${depositAddresses.kind}-${id}`, caller.userId)
  if (claimed) return claimed
  return handleCommand(log, {
    ...cause,
    aggregate: depositAddresses,
    id,
    owner: null,
    checksDocument: true,
    decideWith: async (state) => {
      const { proposed } = state
      const [isOfCustomer, firstHasLeft] = await Promise.all([
        proposed ? isAddressOfCustomer(pool, proposed.address) : false,
        readFirstHasLeft(pool, state),
      ])
      const reviewer = { reviewerId: caller.userId, at: cause.metadata.at, firstHasLeft }
      return decide(state, { ...reviewer, isOfCustomer })
    },
  })
}
