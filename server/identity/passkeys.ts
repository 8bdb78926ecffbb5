import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Metadata } from '#server/events/log.ts'
import type { Attestation, Passkey } from '#shared/contract/passkeys.ts'
import { operator } from '#shared/operator/company.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { CHALLENGE_MINUTES, PASSKEYS_MAX } from '#shared/rules/step-up.ts'
import { instantOf, MINUTE_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { challengedIn, newChallenge, takeChallenge } from './passkey-challenges.ts'
import { changeSecrets } from './user-commands.ts'
import { webauthn } from './webauthn.ts'

/** A passkey is two factors: what the user has, unlocked by what they know or are. */
export const USER_VERIFICATION = 'required'

/** COSE: EdDSA, ES256 and RS256; every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257]

export interface PasskeyRow {
  readonly id: string
  readonly user_id: string
  readonly credential_id: string
  readonly public_key: Buffer
  /** A bigint, which the driver returns as text. */
  readonly counter: string
  readonly name: string
  readonly transports: string[]
  readonly is_synced: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
}

export type Owner = { readonly userId: string; readonly sessionId: string }
export type Options = { options: Record<string, unknown> }

/** The passkeys of a user, newest first. */
export async function listPasskeys(
  { pool }: Pick<IdentityContext, 'pool'>,
  userId: string,
): Promise<Passkey[]> {
  return (await passkeysOf(pool, userId)).map(present)
}

/**
 * Starts the creation of a passkey. It is discoverable, so that it can log in without an address.
 */
export async function beginPasskey(
  context: IdentityContext,
  { userId, sessionId }: Owner,
  user: { readonly email: string; readonly full_name: string },
): Promise<Options> {
  const known = await passkeysOf(context.pool, userId)
  const { generateRegistrationOptions } = await webauthn()
  const options = await generateRegistrationOptions({
    rpName: operator.name,
    rpID: siteOf(context).id,
    userID: new Uint8Array(Buffer.from(userId)),
    userName: user.email,
    userDisplayName: user.full_name,
    challenge: await newChallenge(context, { purpose: 'enrol', sessionId }),
    timeout: CHALLENGE_MINUTES * MINUTE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(credentialOf),
    authenticatorSelection: { residentKey: 'required', userVerification: USER_VERIFICATION },
  })
  return { options: { ...options } }
}

/**
 * Adds a passkey to an account. It does not hold withdrawals, because it only adds protection.
 *
 * Refuses  passkey.refused, passkey.full, passkey.exists: first match wins
 */
export async function addPasskey(
  context: IdentityContext,
  { userId, sessionId }: Owner,
  given: { readonly name: string; readonly credential: Attestation; readonly metadata: Metadata },
): Promise<Passkey | Refusal> {
  const info = await readAttestation(context, sessionId, given.credential)
  if (!info) return refuse('passkey.refused')
  const { credential, credentialBackedUp } = info
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    await transaction.query('select from person where user_id = $1 for update', [userId])
    const known = await passkeysOf(transaction, userId)
    if (known.length >= PASSKEYS_MAX) return refuse('passkey.full', { maximum: PASSKEYS_MAX })
    const { rows } = await transaction.query<PasskeyRow>(
      `insert into passkey (id, user_id, credential_id, public_key, counter, name, transports,
                            is_synced, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (credential_id) do nothing returning *`,
      [
        randomUUID(),
        userId,
        credential.id,
        Buffer.from(credential.publicKey),
        credential.counter,
        given.name,
        given.credential.response.transports ?? [],
        credentialBackedUp,
        new Date(now),
      ],
    )
    const [row] = rows
    if (!row) return refuse('passkey.exists')
    const command = {
      type: 'AddPasskey',
      passkeyId: row.id,
      credentialId: row.credential_id,
      publicKey: row.public_key.toString('base64url'),
      at: instantOf(now),
    } as const
    record({ userId, key: `passkey ${row.id}`, command, metadata: given.metadata })
    return present(row)
  })
}

async function readAttestation(
  context: IdentityContext,
  sessionId: string,
  credential: Attestation,
) {
  const { challenge } = challengedIn(credential.response.clientDataJSON)
  const taken = await takeChallenge(context, { purpose: 'enrol', sessionId, challenge })
  if (!taken) return undefined
  const { id, origin } = siteOf(context)
  const { transports: _, ...response } = credential.response
  const { verifyRegistrationResponse } = await webauthn()
  const result = await verifyRegistrationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined)
  return result?.verified ? result.registrationInfo : undefined
}

/**
 * Renames a passkey of the user. This does not hold withdrawals, because protection is unchanged.
 *
 * Refuses  item.unknown
 */
export function renamePasskey(
  context: IdentityContext,
  userId: string,
  given: { readonly id: string; readonly name: string; readonly metadata: Metadata },
): Promise<Passkey | Refusal> {
  const { id: passkeyId, name, metadata } = given
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    const { rows } = await transaction.query<PasskeyRow & { is_same: boolean }>(
      `update passkey as renamed set name = $3 from passkey as before
       where renamed.id = $1 and renamed.user_id = $2 and before.id = renamed.id
       returning renamed.*, before.name = $3 as is_same`,
      [passkeyId, userId, name],
    )
    const [row] = rows
    if (!row) return refuse('item.unknown')
    if (row.is_same) return present(row)
    const command = { type: 'RenamePasskey', passkeyId, at: instantOf(now) } as const
    record({ userId, key: `rename ${metadata.correlation}`, command, metadata })
    return present(row)
  })
}

/**
 * Removes a passkey of the user. This holds withdrawals, like every loss of protection.
 *
 * Refuses  item.unknown
 */
export function removePasskey(
  context: IdentityContext,
  userId: string,
  given: { readonly id: string; readonly metadata: Metadata },
): Promise<Refusal | undefined> {
  const { id: passkeyId, metadata } = given
  const now = context.clock.now()
  return changeSecrets(context, now, async (transaction, record) => {
    const { rowCount } = await transaction.query(
      'delete from passkey where id = $1 and user_id = $2',
      [passkeyId, userId],
    )
    if (rowCount === 0) return refuse('item.unknown')
    const command = { type: 'RemovePasskey', passkeyId, at: instantOf(now) } as const
    record({ userId, key: `passkey ${passkeyId} removed`, command, metadata })
    return undefined
  })
}

export async function passkeysOf(
  db: Pick<PoolClient, 'query'>,
  userId: string,
): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    'select * from passkey where user_id = $1 order by created_at desc, id',
    [userId],
  )
  return rows
}

export function credentialOf({ credential_id: id, transports }: PasskeyRow) {
  return { id, transports }
}

/** The site that passkeys are bound to: the one that users open. */
export function siteOf({ publicUrl }: Pick<IdentityContext, 'publicUrl'>) {
  const { hostname: id, origin } = new URL(publicUrl)
  return { id, origin }
}

function present(row: PasskeyRow): Passkey {
  const { id, name, created_at, last_used_at, is_synced } = row
  return {
    id,
    name,
    created_at: instantOf(created_at.getTime()),
    last_used_at: last_used_at && instantOf(last_used_at.getTime()),
    synced: is_synced,
  }
}
