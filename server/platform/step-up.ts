import type { Attestation, PasskeySignature, PasskeyStatement } from '#server/events/attestation.ts'
import type { Caller } from '#server/platform/caller.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { STEP_UP_MINUTES, type StepUpMethod } from '#shared/rules/step-up.ts'
import { MINUTE_MS } from '#shared/time.ts'

/** How callers prove their identity; the identity module stores their keys and secrets. */
export interface StepUp {
  methodsOf(userId: string): Promise<readonly StepUpMethod[]>
  /** A passkey's signature of a statement, made in this session within the last few minutes. */
  proofOf(
    caller: Caller,
    statement: PasskeyStatement,
  ): Promise<Omit<PasskeySignature, 'of'> | undefined>
}

export interface StepUpNeeds {
  readonly clock: Clock
  readonly identity: { readonly stepUp: StepUp }
}

/** Whether the caller proved their identity within the last few minutes. */
export function isFresh({ clock }: Pick<StepUpNeeds, 'clock'>, { provedAt }: Caller): boolean {
  return clock.now() - provedAt <= STEP_UP_MINUTES * MINUTE_MS
}

/** A refusal that requires a proof, with the statement that a passkey must sign. */
export function askForProof(
  methods: readonly StepUpMethod[],
  statement: PasskeyStatement,
): Refusal {
  return refuse('step_up.required', { methods, statement })
}

/**
 * The proof that a route requires before anything is done.
 *
 * Refuses  step_up.required
 * Source   docs/product.md, Step-up
 */
export async function attestRequest(
  needs: StepUpNeeds,
  { stepUp }: Pick<RouteDefinition, 'stepUp'>,
  {
    caller,
    statement,
  }: { readonly caller: Caller | undefined; readonly statement: PasskeyStatement },
): Promise<Attestation | Refusal> {
  if (!caller || !stepUp || stepUp === 'decided') return {}
  const proof = await needs.identity.stepUp.proofOf(caller, statement)
  if (proof) return { proof: { of: 'request', ...proof } }
  if (isFresh(needs, caller)) return {}
  const methods = await needs.identity.stepUp.methodsOf(caller.userId)
  if (stepUp === 'factor' && methods.includes('password')) return {}
  return askForProof(methods, statement)
}
