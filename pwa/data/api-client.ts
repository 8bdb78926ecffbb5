import type { ResponseOf, RouteDefinition } from '#shared/contract/route.ts'
import { type Grant, replaceGrant, validGrant } from './access-token.ts'
import { localError } from './api-error.ts'
import { type CallInput, type PreparedRequest, prepare, readResponse, send } from './api-request.ts'
import { loadDeviceKey } from './load-device-key.ts'
import { proveAfter } from './step-up.ts'

export interface CallOptions {
  /** The Idempotency-Key: one for each submission, the same on every attempt. */
  readonly key?: string
  readonly signal?: AbortSignal
  /** Refuse to send it as another user. */
  readonly asUser?: string
  /** Send it even while the page closes; the body must be small. */
  readonly outlivesPage?: boolean
  /** Called with the headers of the response. */
  readonly onResponse?: (headers: Headers) => void
  /** Fail if a proof of who acts is missing, without asking the user. */
  readonly isUnattended?: boolean
}

/** Calls a route, with the session if its definition requires one. */
export async function call<const R extends RouteDefinition>(
  route: R,
  input: CallInput<R> & CallOptions,
): Promise<ResponseOf<R>> {
  return (await perform(prepare(route, input), input)) as ResponseOf<R>
}

/** Sends a prepared request; again, with the same key, once the user has proved who they are. */
export async function perform(request: PreparedRequest, options: CallOptions): Promise<unknown> {
  try {
    return await performOnce(request, options)
  } catch (error) {
    if (options.isUnattended || !(await proveAfter(error))) throw error
    return perform(request, options)
  }
}

/** Sends a prepared request, and after a 401 once more with a fresh token. */
async function performOnce(request: PreparedRequest, options: CallOptions): Promise<unknown> {
  const { key, signal, asUser, outlivesPage, onResponse } = options
  if (request.dpop) return readResponse(request, await (await loadDeviceKey()).sendBinding(request))
  if (!request.needsSession) return readResponse(request, await send(request, { key }, signal))
  const grant = await validGrant()
  const response = await send(
    request,
    { token: tokenFor(grant, asUser), key, outlivesPage },
    signal,
  )
  if (response.status !== 401) return readResponse(request, response, onResponse)
  const fresh = await replaceGrant(grant)
  const token = tokenFor(fresh, asUser)
  return readResponse(request, await send(request, { token, key }, signal), onResponse)
}

function tokenFor(grant: Grant, asUser: string | undefined): string {
  if (asUser && grant.user.id !== asUser) throw localError('session.changed')
  return grant.token
}
