/** Kinds of which staff list, search or count every stream, including closed ones. */
export const LISTED_KINDS: ReadonlySet<string> = new Set([
  ...['deposit', 'withdrawal', 'loan', 'conversation', 'kyc'],
])

/**
 * Kinds that are no longer listed once the owner is erased: a closed account accepts no events, so
 * pending items would wait for ever. Staff and their roles are never erased.
 */
export const ENDING_KINDS: readonly string[] = [
  ...['address-book', 'conversation', 'hidden-history', 'second-factor-reset', 'staff-access'],
]

/**
 * SQL condition on a document, or on its copy in the lists, `d`: it ended with its owner's account.
 * A closed account accepts no events, so a pending request of it would wait for ever.
 *
 * Source: docs/decisions/0281-what-ends-with-its-owner-leaves-the-lists.md,
 *         docs/decisions/0286-requests-of-erased-people-wait-for-no-one.md
 */
export const HAS_ENDED = `((d.waiting or d.kind in (${inSql(ENDING_KINDS)}))
    and exists (select from closed_account c where c.user_no = d.owner))`

/** SQL condition: the document `d` belongs in the lists. */
export const IS_LISTED = `((
    d.kind in (${inSql(LISTED_KINDS)})
    or (d.kind <> 'user' and (d.waiting or d.status = 'active'))
    or (d.kind = 'user' and (d.status = 'disabled' or d.data ->> 'role' <> 'user'))
    or d.kind = 'address-book')
  and not ${HAS_ENDED})`

function inSql(kinds: Iterable<string>): string {
  return [...kinds].map((kind) => `'${kind}'`).join(', ')
}
