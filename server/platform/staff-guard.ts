/**
 * The guard of the role and status of a member of staff: nothing that they do as staff is recorded on the
 * word that they are active once they are not.
 *
 * Source: docs/decisions/0283-reviewers-are-checked-when-they-decide.md
 */
export function staffGuard(userId: string): string {
  return `staff ${userId}`
}
