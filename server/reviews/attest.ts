import {
  type Attestation,
  isOneOfTwo,
  type PasskeyStatement,
  statementOfDecision,
} from '#server/events/attestation.ts'
import type { AnyAggregate, DomainEvent } from '#server/events/decider.ts'
import type { Attest } from '#server/events/handle-command.ts'
import type { EventLog } from '#server/events/log.ts'
import type { UserState } from '#server/identity/decider.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Config } from '#server/platform/config.ts'
import { askForProof, isFresh, type StepUpNeeds } from '#server/platform/step-up.ts'
import { parseUnits } from '#shared/money.ts'
import type { Refusal } from '#shared/refusal.ts'

export interface AttestNeeds extends StepUpNeeds {
  readonly log: EventLog
  readonly config: Pick<Config, 'secondApprovalAboveUsd'>
}

interface Asked {
  readonly stream: string
  readonly approval: AnyAggregate['approval']
  readonly caller: Caller
  /** Requires a proof for every decision, not only for large approvals. */
  readonly isAlways?: boolean
}

/**
 * What a member of staff must prove for a decision. If the account has a passkey, each of two
 * approvals contains the passkey's signature of exactly that decision, however recent the last
 * proof is. An approval that needs no second person has no signature.
 *
 * Refuses  step_up.required
 * Source   docs/product.md, Step-up
 */
export function attestDecision<S, E extends DomainEvent>(
  needs: AttestNeeds,
  { stream, approval, caller, isAlways = false }: Asked,
): Attest<S, E> {
  return async (decided) => {
    const isLarge = approval !== undefined && isOneOfTwo(approval, decided)
    if (!isLarge && !isAlways && decided.event.type !== approval?.last) return {}
    const passkeys = await passkeysInLog(needs.log, caller.userId)
    if (isLarge && passkeys.length > 0) {
      const statement = statementOfDecision(approval, { stream, ...decided })
      return signatureOf(needs, { caller, statement, passkeys })
    }
    if ((isLarge || isAlways) && !isFresh(needs, caller)) {
      return askForProof(await needs.identity.stepUp.methodsOf(caller.userId), '')
    }
    // Otherwise the event records its value.
    const isUnlimited = parseUnits(needs.config.secondApprovalAboveUsd) === 0n
    return isUnlimited && passkeys.length > 0 ? { isUnlimited } : {}
  }
}

/** From the log, so that the ledger verifier uses the same passkeys. */
async function passkeysInLog(log: EventLog, userId: string): Promise<readonly string[]> {
  const known = await log.readDocument<UserState>(`user-${userId}`)
  return known?.state.passkeys?.map(({ credentialId }) => credentialId) ?? []
}

async function signatureOf(
  { identity }: Pick<AttestNeeds, 'identity'>,
  asked: { caller: Caller; statement: PasskeyStatement; passkeys: readonly string[] },
): Promise<Attestation | Refusal> {
  const { caller, statement, passkeys } = asked
  const proof = await identity.stepUp.proofOf(caller, statement)
  if (!proof || !passkeys.includes(proof.credentialId)) return askForProof(['passkey'], statement)
  return { proof: { of: 'decision', ...proof } }
}
