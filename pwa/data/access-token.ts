import { type AuthSession, refreshSession, type SessionUser } from '#shared/contract/auth.ts'
import { ApiError } from './api-error.ts'
import { prepare, readResponse } from './api-request.ts'
import { idleSeconds } from './last-use.ts'
import { loadDeviceKey } from './load-device-key.ts'
import { listenToTabs, notifyTabs, withTabLock } from './tabs.ts'

/**
 * The access token is kept only in memory; the refresh secret is in a cookie that scripts cannot
 * read. Refreshing rotates that cookie, so all tabs share one refresh: two at a time would look
 * like a stolen secret and end the session.
 */
export interface Grant {
  readonly token: string
  readonly expiresAtMs: number
  readonly user: SessionUser
}

/** Source: docs/product.md, Sessions. */
export const REFRESH_TICK_MS = 30_000
const REFRESH_MARGIN_MS = 90_000
/** How long to wait for another tab to send the token that it has just received. */
const HAND_OVER_MS = 200

type Listener = (grant: Grant | undefined) => void

let current: Grant | undefined
let refreshing: Promise<Grant> | undefined
const listeners = new Set<Listener>()

export function currentGrant(): Grant | undefined {
  return current
}

/** Listeners receive every new grant, and undefined when the session ends. */
export function onGrant(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Adopts the session from a log-in or a refresh, and shares it with the other tabs. */
export function holdGrant(session: AuthSession): Grant {
  const grant = {
    token: session.access_token,
    // Relative to the device's clock, which may be wrong.
    expiresAtMs: Date.now() + session.expires_in * 1000,
    user: session.user,
  }
  adopt(grant)
  notifyTabs('grant', grant)
  return grant
}

export function dropGrant(): void {
  notifyTabs('signed-out', null)
  adopt(undefined)
}

/** A valid token, refreshed if it has expired. */
export function validGrant(): Promise<Grant> {
  return current && current.expiresAtMs > Date.now() ? Promise.resolve(current) : refresh()
}

/** After a 401: a token other than the rejected one. */
export function replaceGrant(rejected: Grant): Promise<Grant> {
  if (current?.token === rejected.token) current = undefined
  return validGrant()
}

/** Requests a new token, and with it the current user. */
export async function renewGrant(): Promise<Grant> {
  // The response to a refresh in progress may be from before the change.
  await refreshing?.catch(() => undefined)
  current = undefined
  return refresh()
}

/** Refreshes before the token expires, so that no request has to wait. */
export async function refreshSoonEnding(): Promise<void> {
  if (current && current.expiresAtMs - Date.now() < REFRESH_MARGIN_MS) await refresh()
}

/** Listens to the other tabs; call once. */
export function shareGrants(): () => void {
  const stops = [
    listenToTabs('grant', (grant) => adopt(grant as Grant)),
    listenToTabs('grant-wanted', () => {
      if (current && isLasting(current)) notifyTabs('grant', current)
    }),
    listenToTabs('signed-out', () => adopt(undefined)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function refresh(): Promise<Grant> {
  refreshing ??= refreshOnce().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

function refreshOnce(): Promise<Grant> {
  const before = current
  return withTabLock('session', async (waited) => {
    if (waited) await askOtherTabs(before)
    if (current && current !== before && isLasting(current)) return current
    try {
      const { sendProving } = await loadDeviceKey()
      const request = prepare(refreshSession, { body: { idle_seconds: idleSeconds() } })
      const response = await readResponse(request, await sendProving(request))
      return holdGrant(response as AuthSession)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) dropGrant()
      throw error
    }
  })
}

function isLasting(grant: Grant): boolean {
  return grant.expiresAtMs - Date.now() >= REFRESH_MARGIN_MS
}

function askOtherTabs(before: Grant | undefined): Promise<void> {
  if (current && current !== before) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, HAND_OVER_MS)
    const stop = listenToTabs('grant', (grant) => {
      adopt(grant as Grant)
      finish()
    })
    notifyTabs('grant-wanted', null)
  })
}

function adopt(grant: Grant | undefined): void {
  if (grant && grant.token === current?.token) return
  current = grant
  for (const listener of listeners) listener(grant)
}
