import { isStaff, ROLES } from '#shared/rules/permissions.ts'

/** The roles of staff as a list in SQL: "'admin'". */
export const STAFF_ROLES = ROLES.filter(isStaff)
  .map((role) => `'${role}'`)
  .join(', ')
