import type { PoolClient } from 'pg'
import type { PasskeyStatement } from '#server/events/attestation.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Assertion } from '#shared/contract/passkeys.ts'
import { CHALLENGE_MINUTES } from '#shared/rules/step-up.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { challengedIn, newChallenge, takeChallenge } from './passkey-challenges.ts'
import {
  credentialOf,
  type Options,
  type Owner,
  type PasskeyRow,
  passkeysOf,
  siteOf,
  USER_VERIFICATION,
} from './passkeys.ts'
import { webauthn } from './webauthn.ts'

interface Asked {
  readonly purpose: 'log-in' | 'step-up'
  /** Undefined before a log-in: any passkey of this site may be used. */
  readonly by?: Owner | undefined
  readonly statement?: PasskeyStatement | undefined
}

/** Requests a signature, of a statement if one is given. */
export async function beginAssertion(
  context: IdentityContext,
  { purpose, by, statement }: Asked,
): Promise<Options> {
  const known = by ? await passkeysOf(context.pool, by.userId) : []
  const { generateAuthenticationOptions } = await webauthn()
  const options = await generateAuthenticationOptions({
    rpID: siteOf(context).id,
    challenge: await newChallenge(context, { purpose, sessionId: by?.sessionId, statement }),
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    userVerification: USER_VERIFICATION,
    ...(by ? { allowCredentials: known.map(credentialOf) } : {}),
  })
  return { options: { ...options } }
}

/** A valid signature: who signed which challenge. */
export interface Signed {
  readonly isSigned: true
  readonly userId: string
  readonly credentialId: string
  readonly nonce: string
  readonly statement: PasskeyStatement | undefined
}

interface Unsigned {
  readonly isSigned: false
  /** The owner of the passkey named in the signature; undefined if unknown. */
  readonly userId?: string
}

/**
 * Checks a signature. The challenge is consumed first, whether the signature is valid or not. A
 * counter that does not increase means that the passkey was copied, so the signature is refused.
 */
export async function checkAssertion(
  context: IdentityContext,
  { purpose, by }: Asked,
  credential: Assertion,
): Promise<Signed | Unsigned> {
  const { challenge } = challengedIn(credential.response.clientDataJSON)
  const taken = await takeChallenge(context, { purpose, sessionId: by?.sessionId, challenge })
  if (!taken) return { isSigned: false }
  const { id, origin } = siteOf(context)
  const { verifyAuthenticationResponse } = await webauthn()
  return inTransaction(context.pool, async (transaction) => {
    const passkey = await lockPasskey(transaction, credential.id)
    if (!passkey || (by && passkey.user_id !== by.userId)) return { isSigned: false }
    const { user_id: userId } = passkey
    const { userHandle, ...response } = credential.response
    const result = await verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    }).catch((error: Error) => {
      context.logger.warn({ passkey: passkey.id, reason: error.message }, 'a passkey was refused')
    })
    if (!result?.verified) return { isSigned: false, userId }
    await transaction.query('update passkey set counter = $2, last_used_at = $3 where id = $1', [
      passkey.id,
      result.authenticationInfo.newCounter,
      new Date(context.clock.now()),
    ])
    return { isSigned: true, userId, credentialId: passkey.credential_id, ...taken }
  })
}

async function lockPasskey(
  transaction: PoolClient,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const { rows } = await transaction.query<PasskeyRow>(
    'select * from passkey where credential_id = $1 for update',
    [credentialId],
  )
  return rows[0]
}
