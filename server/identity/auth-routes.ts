import type { FastifyReply } from 'fastify'
import { type App, type MountContext, mount, type RequestFacts } from '#server/platform/mount.ts'
import { networkOf } from '#server/platform/rate-limits.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import * as contract from '#shared/contract/auth.ts'
import { beginPasskeyLogIn, logInWithPasskey } from '#shared/contract/passkeys.ts'
import type { RefusalCode } from '#shared/errors.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { msg } from '#shared/text/t.ts'
import { SECOND_MS } from '#shared/time.ts'
import { readCookie, setCookie } from './cookies.ts'
import { knownHashesOf, recogniseDevice } from './device-cookie.ts'
import { proofNonce, readDeviceProof } from './device-proof.ts'
import type { IdentityContext } from './identity-context.ts'
import { logIn } from './log-in.ts'
import { type Device, openSession } from './open-session.ts'
import { beginAssertion, checkAssertion } from './passkey-signatures.ts'
import { requestRecovery, resetPassword } from './password-change.ts'
import { rotate, type TokenPair } from './refresh-session.ts'
import { readSessionUser } from './session-user.ts'
import { endSession, endSessionOf } from './sessions.ts'
import { confirmEmail, requestSignUp } from './sign-up.ts'
import { noteStaffAccess, type StaffAccess } from './staff-access.ts'
import { freezeWithdrawals } from './withdrawal-freeze.ts'

export interface IdentityServices extends MountContext {
  readonly identity: IdentityContext & MountContext['identity']
}

export const PASSWORD_UPDATED = {
  message: msg('Password updated successfully! You can now login with your new password.'),
}

/**
 * Sign-up, confirmation, log-in, refresh, log-out and recovery.
 *
 * Source: docs/product.md, Accounts and sessions
 */
export function registerAuthRoutes(app: App, services: IdentityServices): void {
  const { identity } = services

  mount(app, services, contract.signUp, async ({ body }) => {
    const refusal = await requestSignUp(identity, {
      email: body.email,
      fullName: body.full_name,
      phone: body.phone,
      password: body.password,
      language: body.language,
    })
    return (
      refusal ?? {
        message: msg('Please check your email and confirm your address, then log in.'),
      }
    )
  })

  mount(app, services, contract.confirmEmail, async ({ body, cause }) => {
    const result = await confirmEmail(identity, body.token, cause.metadata)
    if (isRefusal(result)) return result
    const { userId, email } = result
    return { message: msg('Your email is confirmed. Please log in.'), user_id: userId, email }
  })

  mount(app, services, contract.logIn, async ({ body, request, cause }) => {
    const visit = await openVisit(identity, request, body)
    if (isRefusal(visit)) return visit
    const pair = await logIn(identity, {
      email: body.email,
      password: body.password,
      code: body.code,
      network: networkOf(request.ip),
      device: visit.device,
    })
    if (!isRefusal(pair)) {
      await noteSignIn(identity, { userId: pair.userId }, cause)
    } else if (!UNTRIED.includes(pair.refused)) {
      await noteSignIn(identity, { email: body.email }, cause, pair)
    }
    return isRefusal(pair) ? pair : visit.respond(pair)
  })

  mount(app, services, beginPasskeyLogIn, () => beginAssertion(identity, { purpose: 'log-in' }))

  mount(app, services, logInWithPasskey, async ({ body, request, cause }) => {
    const visit = await openVisit(identity, request, body)
    if (isRefusal(visit)) return visit
    const signed = await checkAssertion(identity, { purpose: 'log-in' }, body.credential)
    const refusal = signed.isSigned ? undefined : refuse('login.passkey_unknown')
    if (signed.userId) await noteSignIn(identity, { userId: signed.userId }, cause, refusal)
    if (!signed.isSigned) return refuse('login.passkey_unknown')
    return visit.respond(await openSession(identity, signed.userId, visit.device))
  })

  mount(app, services, contract.refreshSession, async ({ body, cause, request }) => {
    const { reply } = request.http
    const refreshToken = body.refresh_token ?? cookieSecretOf(identity, request)
    if (typeof refreshToken !== 'string') return refreshToken
    const pair = await rotate(identity, {
      refreshToken,
      proof: await readDeviceProof(identity, request),
      idleMs: (body.idle_seconds ?? 0) * SECOND_MS,
      metadata: cause.metadata,
    })
    if (isStale(pair)) offerNonce(identity, reply)
    return isRefusal(pair)
      ? pair
      : answerPair(identity, pair, body.refresh_token === undefined && reply)
  })

  mount(app, services, contract.logOut, async ({ body, caller, request }) => {
    const { http } = request
    if (caller) await endSession(identity.pool, caller.userId, caller.sessionId)
    if (body.refresh_token !== undefined) await endSessionOf(identity.pool, body.refresh_token)
    const cookie = readCookie(http.request, REFRESH_COOKIE)
    if (cookie !== undefined && !isForeign(identity, request)) {
      await endSessionOf(identity.pool, cookie)
      setRefreshCookie(identity, http.reply, '', 0)
    }
    return { message: msg('You are logged out.') }
  })

  mount(app, services, contract.recoverPassword, async ({ body }) => {
    const refusal = await requestRecovery(identity, body.email)
    return (
      refusal ?? {
        message: msg('If this address has an account, we have sent an email with a link to it.'),
      }
    )
  })

  mount(app, services, contract.resetPassword, async ({ body, cause: { metadata }, request }) => {
    const { token, password } = body
    const devices = knownHashesOf(request)
    const refusal = await resetPassword(identity, { token, password, devices, metadata })
    return refusal ?? PASSWORD_UPDATED
  })

  mount(app, services, contract.freezeWithdrawals, async ({ body, cause }) => {
    const { token } = body
    const frozen = await freezeWithdrawals(identity, { token, metadata: cause.metadata })
    return isRefusal(frozen) ? frozen : { frozen_until: frozen.until, is_new: frozen.isNew }
  })

  mount(app, services, contract.currentUser, async ({ caller }) => {
    return (await readSessionUser(identity, caller.userId)) ?? refuse('session.expired')
  })
}

/** Not a wrong password: the code is still missing, or earlier failures were already recorded. */
const UNTRIED: readonly RefusalCode[] = ['login.second_factor_required', 'rate.limited']

function noteSignIn(
  identity: IdentityContext,
  who: StaffAccess['who'],
  { metadata: { at, correlation } }: Cause,
  refusal?: Refusal,
): Promise<void> {
  const outcome = refusal
    ? ({ type: 'sign-in-failed', code: refusal.refused } as const)
    : ({ type: 'signed-in' } as const)
  return noteStaffAccess(identity, { who, outcome, at, correlation })
}

/** The session as in the contract; a browser gets its refresh secret as a cookie. */
async function answerPair(
  identity: IdentityContext,
  pair: TokenPair,
  cookieOn: FastifyReply | false,
): Promise<contract.AuthSession | Refusal> {
  const user = await readSessionUser(identity, pair.userId)
  if (!user) return refuse('session.expired')
  const now = identity.clock.now()
  if (cookieOn) {
    const maxAgeSeconds = secondsUntil(pair.sessionExpiresAt, now)
    setRefreshCookie(identity, cookieOn, pair.refreshToken, maxAgeSeconds)
  }
  return {
    access_token: pair.accessToken,
    refresh_token: cookieOn ? null : pair.refreshToken,
    expires_in: secondsUntil(pair.accessExpiresAt, now),
    expires_at: Math.floor(pair.accessExpiresAt / SECOND_MS),
    token_type: 'bearer',
    user,
  }
}

function secondsUntil(epochMs: number, now: number): number {
  return Math.max(0, Math.ceil((epochMs - now) / SECOND_MS))
}

const REFRESH_COOKIE = 'refresh_token'

function setRefreshCookie(
  context: IdentityContext,
  reply: FastifyReply,
  value: string,
  maxAgeSeconds: number,
): void {
  setCookie(context, reply, { name: REFRESH_COOKIE, value, maxAgeSeconds })
}

function cookieSecretOf(identity: IdentityContext, request: RequestFacts): string | Refusal {
  if (isForeign(identity, request)) return refuse('access.forbidden')
  return readCookie(request.http.request, REFRESH_COOKIE) ?? refuse('session.required')
}

interface Visit {
  readonly device: Device
  /** Responds with the opened session. */
  readonly respond: (pair: TokenPair) => Promise<contract.AuthSession | Refusal>
}

/**
 * Determines where a log-in comes from, before anything is checked.
 *
 * Refuses  access.forbidden, device_proof.invalid, device_proof.nonce_required: first match wins
 */
async function openVisit(
  identity: IdentityContext,
  request: RequestFacts,
  body: { readonly refresh_in_body?: boolean | undefined },
): Promise<Visit | Refusal> {
  const isBrowser = !body.refresh_in_body
  if (isBrowser && isForeign(identity, request)) return refuse('access.forbidden')
  const { reply } = request.http
  const proof = await readDeviceProof(identity, request)
  if (isStale(proof)) offerNonce(identity, reply)
  if (proof && isRefusal(proof)) return proof
  const { hash, keep } = recogniseDevice(identity, request, isBrowser)
  return {
    device: { userAgent: request.userAgent, hash, thumbprint: proof?.thumbprint },
    async respond(pair) {
      const response = await answerPair(identity, pair, isBrowser && reply)
      keep(reply)
      return response
    },
  }
}

/** Whether the device must sign again, with a nonce. */
function isStale(result: object | undefined): result is Refusal {
  return (
    result !== undefined && isRefusal(result) && result.refused === 'device_proof.nonce_required'
  )
}

function offerNonce(identity: IdentityContext, reply: FastifyReply): void {
  reply.header('dpop-nonce', proofNonce(identity))
}

/**
 * Whether a request comes from a page of another site. Browsers send the page's origin with every
 * POST; a request without an origin is not from a browser and has no cookie to abuse.
 */
function isForeign({ publicUrl }: IdentityContext, { http }: RequestFacts): boolean {
  const { origin, host, 'sec-fetch-site': site } = http.request.headers
  if (origin === undefined) return site !== undefined
  if (origin === publicUrl) return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
