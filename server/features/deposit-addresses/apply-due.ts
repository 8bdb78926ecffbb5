import { handleCommand } from '#server/events/handle-command.ts'
import { isAddressOfCustomer } from '#server/facts/customer-addresses.ts'
import { readAddressBook } from '#server/facts/deposit-address-book.ts'
import { isOnlyStaff } from '#server/facts/staff-members.ts'
import type { ScheduledTask } from '#server/platform/jobs.ts'
import { systemCause } from '#server/platform/system-cause.ts'
import { tryEach } from '#server/platform/try-each.ts'
import { readFirstHasLeft } from '#server/reviews/first-has-left.ts'
import type { Services } from '#server/services.ts'
import { isRefusal } from '#shared/refusal.ts'
import { type Instant, instantOf } from '#shared/time.ts'
import { applyDueProposal } from './decide-proposal.ts'
import { depositAddresses } from './decider.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'clock' | 'logger'>

/** Every minute, in one process: addresses whose waiting time is over take effect. */
export function addressSchedule(services: Needs): ScheduledTask {
  const run = () => applyDueAddresses(services)
  return { name: 'deposit-addresses.apply-due', at: '* * * * *', run }
}

/**
 * The key identifies the proposal, so each takes effect once, however many processes check.
 *
 * @throws at the end, if any failed
 */
export async function applyDueAddresses(services: Needs): Promise<void> {
  const { pool, clock, logger } = services
  const at = instantOf(clock.now())
  const due = (await readAddressBook(pool)).flatMap(({ id, state }): Due[] => {
    const { proposed, firstApproval } = state
    if (!proposed?.takesEffectAt || !firstApproval || proposed.takesEffectAt > at) return []
    const { approvedAt: proposedAt, approvedBy: by } = firstApproval
    return [{ id, proposedAt, by, address: proposed.address, at }]
  })
  const attempts = { logger, fault: 'a due deposit address was not applied' }
  const failed = await tryEach(attempts, due, (each) => apply(services, each))
  if (failed > 0) throw new Error(`${failed} due deposit addresses were not applied`)
}

interface Due {
  readonly id: string
  readonly proposedAt: Instant
  readonly by: string
  readonly address: string
  readonly at: Instant
}

async function apply({ log, pool, clock, logger }: Needs, due: Due): Promise<void> {
  const { id, proposedAt, by, address, at } = due
  const result = await handleCommand(log, {
    ...systemCause(`address ${id} ${proposedAt}`, { apply: id, proposedAt }, at, id),
    aggregate: depositAddresses,
    id,
    owner: null,
    checksDocument: true,
    decideWith: async (state) =>
      applyDueProposal(state, {
        at,
        isAlone: await isOnlyStaff(pool, by, clock.now()),
        firstHasLeft: await readFirstHasLeft(pool, state),
        isOfCustomer: await isAddressOfCustomer(pool, address),
      }),
  })
  if (isRefusal(result) && result.refused === 'address.of_customer') {
    logger.warn({ address: id }, 'a due deposit address is one of a customer and was not applied')
  }
}
