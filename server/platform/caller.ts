import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { isPermission, may, type Permission, type Role } from '#shared/rules/permissions.ts'

/** The user who makes a request, as stored now. */
export interface Caller {
  readonly userId: string
  /** The user's number in ledger account ids. */
  readonly userNo: bigint
  /** The role; `shared/rules/permissions.ts` lists its permissions. */
  readonly role: Role
  readonly isActive: boolean
  readonly sessionId: string
  readonly displayId: string
  /** A member of staff without the second factor that this operator requires. */
  readonly lacksSecondFactor: boolean
  /** Staff set the password, so the user must first choose a new one. */
  readonly mustChangePassword: boolean
  /** When this session last proved the user's identity, at the sign-in or later; epoch ms. */
  readonly provedAt: number
}

/**
 * Finds the session by the hash of its access token. Role and `is_active` are read for every
 * request, so that a change takes effect immediately.
 */
export type Authenticate = (tokenHash: Buffer) => Promise<Caller | undefined>

/** The caller of a bearer token; undefined if there is none or it is no longer valid. */
export function resolveCaller(
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller | undefined> {
  const token = bearerToken(request.headers.authorization)
  if (token === undefined) return Promise.resolve(undefined)
  return authenticate(createHash('sha256').update(token).digest())
}

/**
 * Why the caller may not use the route; undefined if they may.
 *
 * Refuses  session.required, session.expired, password.chosen_by_staff, access.forbidden, staff.second_factor_required,
 *          account.disabled: first match wins
 * Source   docs/product.md, Roles and permissions
 */
export function accessRefusal(
  route: RouteDefinition,
  request: FastifyRequest,
  caller: Caller | undefined,
): Refusal | undefined {
  if (route.access === 'public') return undefined
  if (!caller) {
    return refuse(request.headers.authorization ? 'session.expired' : 'session.required')
  }
  if (caller.mustChangePassword && !route.withChosenPassword) {
    return refuse('password.chosen_by_staff')
  }
  if (!mayEnter(route, request, caller)) return refuse('access.forbidden')
  if (caller.lacksSecondFactor && actsAsStaff(route, request, caller)) {
    return refuse('staff.second_factor_required')
  }
  if (!caller.isActive && stopsDisabled(route, request, caller)) return refuse('account.disabled')
  return undefined
}

function mayEnter(route: RouteDefinition, request: FastifyRequest, caller: Caller): boolean {
  const { access } = route
  if (access === 'own') return isOwn(request, caller) || may(caller.role, 'users.read')
  return isPermission(access) ? may(caller.role, access) : true
}

/**
 * Whether the caller may act as staff now. For routes that any user may call: `accessRefusal` checks
 * this only for routes of staff.
 */
export function mayNow(caller: Caller, permission: Permission): boolean {
  const { role, isActive, lacksSecondFactor, mustChangePassword } = caller
  return may(role, permission) && isActive && !lacksSecondFactor && !mustChangePassword
}

/** Disabled users may read, and use routes that allow it; disabled staff may not act as staff. */
function stopsDisabled(route: RouteDefinition, request: FastifyRequest, caller: Caller): boolean {
  if (actsAsStaff(route, request, caller)) return true
  return (route.whenDisabled ?? (route.method === 'GET' ? 'allowed' : 'refused')) === 'refused'
}

/**
 * Whether a caller whom the route refuses may still get the result of an earlier request. Staff may
 * not, because the response would show a customer's data.
 */
export function mayLearnOutcome(
  { refused }: Refusal,
  route: RouteDefinition,
  request: FastifyRequest,
  caller: Caller,
): boolean {
  return refused === 'account.disabled' && !actsAsStaff(route, request, caller)
}

export function actsAsStaff(
  route: RouteDefinition,
  request: FastifyRequest,
  caller: Caller,
): boolean {
  return isPermission(route.access) || (route.access === 'own' && !isOwn(request, caller))
}

function isOwn(request: FastifyRequest, caller: Caller): boolean {
  const { userId } = request.params as { readonly userId?: string }
  return userId?.toLowerCase() === caller.userId
}

function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : /^bearer ([\w-]{20,200})$/i.exec(header)?.[1]
}
