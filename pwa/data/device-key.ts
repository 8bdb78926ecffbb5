import { within } from '#pwa/loading/time-limit.ts'
import { type PreparedRequest, send } from './api-request.ts'
import { type DeviceKey, db } from './db.ts'
import { serverNowMs } from './server-clock.ts'
import { submissionError } from './submission-error.ts'
import { isUnbound, noteBinding } from './unbound.ts'

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A database that does not respond delays a log-in or a start for at most this long. */
const KEY_MS_MAX = 10_000

/** Sends a log-in: the session that it opens is bound to the key. */
export async function sendBinding(request: PreparedRequest): Promise<Response> {
  const key = await within(KEY_MS_MAX, findOrMakeKey()).catch(noteUnbound)
  if (key) noteBinding('bound')
  return sendWith(key, request)
}

/** A private window may have no IndexedDB; its session is short. */
function noteUnbound({ name }: Error): undefined {
  noteBinding(name === 'TimeoutError' ? 'database-silent' : 'nothing-stored')
}

/** Sends a refresh of the session. */
export async function sendProving(request: PreparedRequest): Promise<Response> {
  const key = await within(KEY_MS_MAX, findOrMakeKey()).catch(() => {
    if (isUnbound()) return undefined
    // Without its proof a bound session would end.
    throw submissionError('storage.silent')
  })
  return sendWith(key, request)
}

export async function destroyDeviceKey(): Promise<void> {
  await db.sessionKeys.clear()
}

async function sendWith(key: DeviceKey | undefined, request: PreparedRequest): Promise<Response> {
  if (!key) return send(request, {})
  const response = await send(request, { dpop: await prove(key, request) })
  const nonce = response.headers.get('dpop-nonce')
  // The server cannot trust the clock of this device, so the device signs the server's nonce.
  return nonce ? send(request, { dpop: await prove(key, request, nonce) }) : response
}

async function findOrMakeKey(): Promise<DeviceKey> {
  const kept = await db.sessionKeys.get('session')
  if (kept) return kept
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const made = { name: 'session', privateKey, jwk: { kty, crv, x, y } } as DeviceKey
  // If two keys are created at the same time, the first one is kept.
  return db.transaction('rw', db.sessionKeys, async () => {
    const first = await db.sessionKeys.get('session')
    if (!first) await db.sessionKeys.add(made)
    return first ?? made
  })
}

async function prove(
  { privateKey, jwk }: DeviceKey,
  { method, url }: PreparedRequest,
  nonce?: string,
): Promise<string> {
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: new URL(url, location.href).href,
    iat: Math.floor(serverNowMs() / 1000),
    ...(nonce && { nonce }),
  }
  const signed = `${encode({ typ: 'dpop+jwt', alg: 'ES256', jwk })}.${encode(claims)}`
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, privateKey, utf8(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

function encode(part: object): string {
  return base64url(utf8(JSON.stringify(part)))
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
