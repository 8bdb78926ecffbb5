/**
 * What staff may do besides reviewing. Each route names the permission that it needs, the server
 * checks it on every request, and screens leave out what the user may not do.
 *
 * Source: docs/product.md, Roles and permissions
 */
export const PERMISSIONS = [
  'dashboard.read',
  /** All lists of requests, the inbox, and the proofs and documents sent with them. */
  'reviews.read',
  /** Claim a case, so that no other reviewer works on it. */
  'reviews.claim',
  /** The whole SSN, with a recorded reason. */
  'kyc.reveal',
  'kyc.reset',
  /** The profile, portfolio and histories of every user. */
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
  'reserves.manage',
] as const

/** Who may approve and reject: the contract of each reviewed noun adds its `<noun>.review`. */
// biome-ignore lint/suspicious/noEmptyInterface: the contracts fill it.
export interface ReviewPermissions {}

export type Permission = (typeof PERMISSIONS)[number] | keyof ReviewPermissions

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A role by its name; customers are called `user` and `users`. */
export function roleNamed(name: string | undefined): Role | undefined {
  return name === 'users' ? 'user' : ROLES.find((role) => role === name)
}

/** The only table of roles. Customers have no permissions: they act on their own data. */
const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[] | 'all'>> = {
  user: [],
  admin: 'all',
}

export function may(role: Role, permission: Permission): boolean {
  const held = ROLE_PERMISSIONS[role]
  return held === 'all' || held.includes(permission)
}

/** A role with at least one permission. */
export function isStaff(role: Role): boolean {
  const held = ROLE_PERMISSIONS[role]
  return held === 'all' || held.length > 0
}

/** The dot distinguishes permissions of staff from the other values of access. */
export function isPermission(access: string): access is Permission {
  return access.includes('.')
}
