import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { type AuthSession, logIn, refreshSession } from '#shared/contract/auth.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { SECOND_MS } from '#shared/time.ts'
import { type Account, PASSWORD } from './accounts.ts'
import type { TestApp } from './app.ts'

interface Claims {
  readonly nonce?: string
  readonly jti?: string
  readonly htu?: string
  readonly htm?: string
  /** How far the clock of the device is wrong. */
  readonly clockOffMs?: number
}

export type DeviceKey = Awaited<ReturnType<typeof newDeviceKey>>

/** A device that signs proofs as defined in RFC 9449; `shown`: the key of another device. */
export async function newDeviceKey(
  { clock, services }: Pick<TestApp, 'clock' | 'services'>,
  shown?: JWK,
) {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = shown ?? (await exportJWK(publicKey))
  return {
    jwk,
    proof(route: RouteDefinition, { clockOffMs = 0, ...given }: Claims = {}): Promise<string> {
      const iat = Math.floor((clock.now() + clockOffMs) / SECOND_MS)
      const htu = `${services.config.publicUrl}${route.path}`
      return new SignJWT({ htm: route.method, htu, iat, jti: randomUUID(), ...given })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk })
        .sign(privateKey)
    },
  }
}

/** Logs in as a client that binds its session to a key. */
export async function logInBound(
  { visitor }: Pick<TestApp, 'visitor'>,
  { email }: Account,
  key: DeviceKey,
): Promise<AuthSession & { readonly refresh: string }> {
  const session = await visitor.call(logIn, {
    body: { email, password: PASSWORD, refresh_in_body: true },
    headers: { dpop: await key.proof(logIn) },
  })
  return { ...session, refresh: session.refresh_token ?? '' }
}

/** A refresh with a proof, or without one if `proof` is empty. */
export function refreshWith({ visitor }: Pick<TestApp, 'visitor'>, token: string, proof = '') {
  return visitor.send(refreshSession, {
    body: { refresh_token: token },
    headers: proof === '' ? {} : { dpop: proof },
  })
}
