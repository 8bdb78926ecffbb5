/**
 * What staff may do, beside reviewing. Each route names the permission that it needs, the server
 * checks it on every request, and screens leave out what the person may not do.
 *
 * Source: docs/product.md, Roles and permissions
 */
export const PERMISSIONS = [
  'dashboard.read',
  /** Every list of requests, the inbox, proofs and documents that came with them. */
  'reviews.read',
  /** Keep colleagues from a case while one works on it. */
  'reviews.claim',
  /** The whole SSN, with a recorded reason. */
  'kyc.reveal',
  'kyc.reset',
  /** Everybody's profile, portfolio and histories. */
  'users.read',
  /** Enable and disable, password, credit score. */
  'users.manage',
  'users.delete',
  'histories.hide',
  'balances.adjust',
  'addresses.read',
  'addresses.manage',
  'support.read',
  'support.answer',
  'audit.read',
  'ledger.verify',
] as const

/** Who may approve and reject, `<noun>.review`: the contract of each reviewed noun adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the contracts fill it.
export interface ReviewPermissions {}

export type Permission = (typeof PERMISSIONS)[number] | keyof ReviewPermissions

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** The one table. A role that is new has a row here; customers act on what is their own. */
const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[] | 'all'>> = {
  user: [],
  admin: 'all',
}

export function may(role: Role, permission: Permission): boolean {
  const held = ROLE_PERMISSIONS[role]
  return held === 'all' || held.includes(permission)
}

/** A role with any permission at all. */
export function isStaff(role: Role): boolean {
  const held = ROLE_PERMISSIONS[role]
  return held === 'all' || held.length > 0
}

/** A dot tells the permissions of staff from the other words for access. */
export function isPermission(access: string): access is Permission {
  return access.includes('.')
}
