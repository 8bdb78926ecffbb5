import { challengeOf, type PasskeyStatement } from '#server/events/attestation.ts'
import { CHALLENGE_MINUTES } from '#shared/rules/step-up.ts'
import { MINUTE_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { newToken } from './secrets.ts'

interface Purpose {
  readonly purpose: 'enrol' | 'log-in' | 'step-up'
  /** The user whose session may use it; undefined before a log-in. */
  readonly sessionId: string | undefined
}

type ChallengeContext = Pick<IdentityContext, 'pool' | 'clock'>

/** Stores a challenge that works once, for minutes, and only for its purpose and session. */
export async function newChallenge(
  { pool, clock }: ChallengeContext,
  {
    purpose,
    sessionId,
    statement,
  }: Purpose & { readonly statement?: PasskeyStatement | undefined },
): Promise<Uint8Array<ArrayBuffer>> {
  const nonce = newToken()
  const challenge = challengeOf(nonce, statement ?? purpose)
  await pool.query(
    `insert into passkey_challenge (challenge, purpose, session_id, nonce, statement, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      challenge.toString('base64url'),
      purpose,
      sessionId ?? null,
      nonce,
      statement ?? null,
      new Date(clock.now() + CHALLENGE_MINUTES * MINUTE_MS),
    ],
  )
  return new Uint8Array(challenge)
}

/** Consumes a challenge; undefined if there is none. */
export async function takeChallenge(
  { pool, clock }: ChallengeContext,
  { purpose, sessionId, challenge }: Purpose & { readonly challenge: string },
): Promise<{ nonce: string; statement: PasskeyStatement | undefined } | undefined> {
  const { rows } = await pool.query<{ nonce: string; statement: PasskeyStatement | null }>(
    `delete from passkey_challenge
     where challenge = $1 and purpose = $2 and session_id is not distinct from $3
       and expires_at > $4
     returning nonce, statement`,
    [challenge, purpose, sessionId ?? null, new Date(clock.now())],
  )
  const [row] = rows
  return row && { nonce: row.nonce, statement: row.statement ?? undefined }
}

/** The challenge that was signed according to the browser; empty if its data is unreadable. */
export function challengedIn(clientDataJSON: string): { challenge: string } {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
    return { challenge: typeof challenge === 'string' ? challenge.replaceAll('\0', '') : '' }
  } catch {
    return { challenge: '' }
  }
}
