/** Kinds of which staff list, search or count every stream, also what is over. */
export const LISTED_KINDS: ReadonlySet<string> = new Set([
  ...['deposit', 'withdrawal', 'loan', 'conversation', 'kyc'],
])

/**
 * Kinds of which nothing is listed once the owner is erased: a closed account takes no event, so what
 * waits there would wait for ever. Staff and their roles are never erased.
 */
export const ENDING_KINDS: readonly string[] = [
  ...['address-book', 'conversation', 'hidden-history', 'second-factor-reset', 'staff-access'],
]

/** In SQL, of a document `d`: it belongs in the lists. */
export const IS_LISTED = `((
    d.kind in (${inSql(LISTED_KINDS)})
    or (d.kind <> 'user' and (d.waiting or d.status = 'active'))
    or (d.kind = 'user' and (d.status = 'disabled' or d.data ->> 'role' <> 'user'))
    or d.kind = 'address-book')
  and (d.kind not in (${inSql(ENDING_KINDS)})
    or exists (select from person p where p.user_no = d.owner)))`

function inSql(kinds: Iterable<string>): string {
  return [...kinds].map((kind) => `'${kind}'`).join(', ')
}
