import type { Caller } from '#server/platform/caller.ts'
import type { Assertion } from '#shared/contract/passkeys.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { STEP_UP_MINUTES, type StepUpMethod } from '#shared/rules/step-up.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { checkAssertion, type Signed } from './passkey-signatures.ts'
import { checkOwnPassword } from './password-change.ts'
import { spendCode } from './second-factor.ts'
import { hashOfStatement, methodsOf } from './step-up-facts.ts'

interface Given {
  readonly passkey?: Assertion | undefined
  readonly code?: string | undefined
  readonly password?: string | undefined
}

/**
 * Proves who acts in a session, for the next minutes. A method weaker than the account's best is
 * not accepted. A passkey's signature is stored for the request that required it.
 *
 * Refuses  input.invalid, rate.limited, passkey.refused, step_up.code_wrong, password.wrong: first
 *          match wins
 * Source   docs/product.md, Step-up
 */
export async function proveCaller(
  context: IdentityContext,
  caller: Pick<Caller, 'userId' | 'sessionId'>,
  given: Given,
): Promise<Refusal | undefined> {
  const methods = await methodsOf(context, caller.userId)
  const method = methods.find((each) => given[each] !== undefined)
  if (!method) {
    return refuse('input.invalid', { reason: `this account confirms by ${methods.join(' or ')}` })
  }
  const refusal = await checkProof(context, caller, given, method)
  if (refusal) return refusal
  await context.pool.query('update session set proved_at = $2 where id = $1', [
    caller.sessionId,
    new Date(context.clock.now()),
  ])
  return undefined
}

async function checkProof(
  context: IdentityContext,
  caller: Pick<Caller, 'userId' | 'sessionId'>,
  { passkey, code = '', password = '' }: Given,
  method: StepUpMethod,
): Promise<Refusal | undefined> {
  if (method === 'password') return checkOwnPassword(context, caller.userId, password)
  if (method === 'code') {
    const refusal = await spendCode(context, caller.userId, code)
    return refusal?.refused === 'login.second_factor_wrong' ? refuse('step_up.code_wrong') : refusal
  }
  const signed =
    passkey && (await checkAssertion(context, { purpose: 'step-up', by: caller }, passkey))
  if (!signed?.isSigned || !passkey) return refuse('passkey.refused')
  await keepProof(context, caller.sessionId, signed, passkey)
  return undefined
}

/** Only a signed statement is stored: it names one request, or one version of one stream. */
async function keepProof(
  { pool, clock }: Pick<IdentityContext, 'pool' | 'clock'>,
  sessionId: string,
  { credentialId, nonce, statement }: Signed,
  { response }: Assertion,
): Promise<void> {
  if (statement === undefined) return
  const { authenticatorData, clientDataJSON, signature } = response
  const proof = { credentialId, nonce, authenticatorData, clientDataJSON, signature }
  await pool.query(
    `insert into passkey_proof (session_id, statement_hash, proof, expires_at)
     values ($1, $2, $3, $4)
     on conflict (session_id, statement_hash)
     do update set proof = excluded.proof, expires_at = excluded.expires_at`,
    [
      sessionId,
      hashOfStatement(statement),
      proof,
      new Date(clock.now() + STEP_UP_MINUTES * MINUTE_MS),
    ],
  )
}
