/**
 * Who may do what as staff: the one table. Routes name the permission that they need, the server
 * holds every request against it, screens leave out what it does not give.
 *
 * Another role of staff is a row of ROLE_PERMISSIONS. Customers have none of these: their own things
 * are theirs by being their own.
 *
 * Source: docs/product.md, Roles and permissions
 */
export const PERMISSIONS = [
  'dashboard.read',
  /** Every list of requests, the inbox, proofs and documents that came with them. */
  'reviews.read',
  /** Keep colleagues from a case while one works on it. */
  'reviews.claim',
  'orders.review',
  'deposits.review',
  'withdrawals.review',
  'loans.review',
  'kyc.review',
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
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  user: [],
  admin: PERMISSIONS,
}

export function may(role: Role, permission: Permission): boolean {
  return ROLE_PERMISSIONS[role].includes(permission)
}

/** Whoever may do anything at all that customers may not. */
export function isStaff(role: Role): boolean {
  return ROLE_PERMISSIONS[role].length > 0
}

/** Whether a route's access is a permission of staff, and not one of the words for customers. */
export function isPermission(access: string): access is Permission {
  return (PERMISSIONS as readonly string[]).includes(access)
}
