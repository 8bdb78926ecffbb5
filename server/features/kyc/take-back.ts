import type { Decision } from '#server/events/decider.ts'
import { type CommandInput, handleCommand } from '#server/events/handle-command.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import type { Services } from '#server/services.ts'
import { isRefusal, type Refusal } from '#shared/refusal.ts'
import { deleteApplicant } from './applicants.ts'
import { type KycState, kyc } from './decider.ts'
import type { KycEvent } from './events.ts'

type Command = Pick<
  CommandInput<KycState, KycEvent>,
  'key' | 'systemKey' | 'requestHash' | 'metadata' | 'owner'
>

interface TakeBack extends Command {
  readonly userId: string
}

/**
 * Runs a command that may revoke a submission, and then deletes its personal data.
 */
export async function takeBack(
  { log, pool }: Pick<Services, 'log' | 'pool'>,
  { userId: id, ...command }: TakeBack,
  decide: (state: KycState) => Decision<KycEvent>,
): Promise<Refusal | undefined> {
  let before = ''
  const result = await handleCommand(log, {
    ...command,
    aggregate: kyc,
    id,
    // An approval that has already read that payouts are allowed is decided again.
    guardedBy: [payoutGuard(id)],
    decideWith: (state) => {
      before = state.submissionId
      return decide(state)
    },
  })
  if (isRefusal(result)) return result
  // A repetition may find a later submission, which is not the one that was revoked.
  const isTakenBack = !result.replayed && result.state.submissionId !== before
  if (isTakenBack && before !== '') await deleteApplicant(pool, before)
  return undefined
}
