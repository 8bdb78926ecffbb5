import { calculateJwkThumbprint, EmbeddedJWK, type JWTPayload, jwtVerify } from 'jose'
import type { PoolClient } from 'pg'
import type { RequestFacts } from '#server/platform/mount.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import type { IdentityContext } from './identity-context.ts'
import { hashToken } from './secrets.ts'

/** The proof of possession that a device sends with a request: a DPoP proof of RFC 9449. */
export interface DeviceProof {
  /** The thumbprint of the key, as in RFC 7638. */
  readonly thumbprint: string
  /** Hash of its id: a proof is valid once. */
  readonly idHash: Buffer
  /** When it expires; epoch milliseconds. */
  readonly expiresAt: number
}

/** How wrong the clock of a device may be before it is asked to sign a nonce instead. */
const CLOCK_MS = MINUTE_MS
/** A nonce is valid for one to two of these periods. */
const NONCE_MS = 5 * MINUTE_MS
const PROOF_LENGTH_MAX = 4_096
const ID_LENGTH_MAX = 200

type ProofContext = Pick<IdentityContext, 'clock' | 'secrets' | 'publicUrl'>

/**
 * Reads the proof in the header `DPoP`; undefined without one.
 *
 * Refuses  device_proof.invalid, device_proof.nonce_required if the time in it is not reliable:
 *          first match wins
 * Source   RFC 9449
 */
export async function readDeviceProof(
  context: ProofContext,
  { http: { request } }: Pick<RequestFacts, 'http'>,
): Promise<DeviceProof | Refusal | undefined> {
  const { dpop: proof, host } = request.headers
  if (proof === undefined) return undefined
  const signed = await verify(context, String(proof))
  if (!signed) return refuse('device_proof.invalid')
  const { claims, thumbprint } = signed
  const isMeant = claims.htm === request.method && isAddress(context, claims.htu, request.url, host)
  if (!isMeant || !isId(claims.jti)) return refuse('device_proof.invalid')
  const expiresAt = expiryOf(context, claims)
  if (expiresAt === undefined) return refuse('device_proof.nonce_required')
  return { thumbprint, idHash: hashToken(claims.jti), expiresAt }
}

/** Marks a proof of a session as used. @returns false if it was used before */
export async function takeProof(
  transaction: Pick<PoolClient, 'query'>,
  sessionId: string,
  { idHash, expiresAt }: DeviceProof,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `insert into device_proof (session_id, id_hash, expires_at) values ($1, $2, $3)
     on conflict do nothing`,
    [sessionId, idHash, new Date(expiresAt)],
  )
  return rowCount === 1
}

/** What a device with a wrong clock signs. The server does not store nonces: it derives them. */
export function proofNonce({ clock, secrets }: Omit<ProofContext, 'publicUrl'>, back = 0): string {
  const period = Math.floor(clock.now() / NONCE_MS) - back
  return secrets.tokenFor('device proof', String(period))
}

interface Claims extends JWTPayload {
  readonly htm?: unknown
  readonly htu?: unknown
  readonly nonce?: unknown
}

async function verify({ clock }: Pick<ProofContext, 'clock'>, proof: string) {
  if (proof.length > PROOF_LENGTH_MAX) return undefined
  try {
    const { payload, protectedHeader } = await jwtVerify<Claims>(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(clock.now()),
    })
    const { jwk } = protectedHeader
    if (!jwk) return undefined
    return { claims: payload, thumbprint: await calculateJwkThumbprint(jwk) }
  } catch {
    // The library throws for the many ways in which untrusted text can be invalid.
    return undefined
  }
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= ID_LENGTH_MAX
}

/**
 * The address as the browser sees it: behind a proxy it differs from the one that the server sees.
 */
function isAddress(
  { publicUrl }: Pick<ProofContext, 'publicUrl'>,
  htu: unknown,
  url: string,
  host: string | undefined,
): boolean {
  if (typeof htu !== 'string' || !URL.canParse(htu)) return false
  const { origin, host: itsHost, pathname } = new URL(htu)
  return pathname === url.split('?')[0] && (origin === publicUrl || itsHost === host)
}

function expiryOf(context: ProofContext, { nonce, iat }: Claims): number | undefined {
  const now = context.clock.now()
  if (nonce !== undefined) {
    const isKnown = nonce === proofNonce(context) || nonce === proofNonce(context, 1)
    return isKnown ? now + 2 * NONCE_MS : undefined
  }
  const issuedAt = (iat ?? 0) * SECOND_MS
  return Math.abs(issuedAt - now) <= CLOCK_MS ? issuedAt + CLOCK_MS + SECOND_MS : undefined
}
