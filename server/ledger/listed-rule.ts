/** Kinds of which staff list, search or count every stream, also what is over. */
export const LISTED_KINDS: ReadonlySet<string> = new Set([
  ...['deposit', 'withdrawal', 'loan', 'conversation', 'kyc'],
])

/** In SQL, of a document `d`: it belongs in the lists. */
export const IS_LISTED = `(
  d.kind in (${[...LISTED_KINDS].map((kind) => `'${kind}'`).join(', ')})
  or (d.kind <> 'user' and (d.waiting or d.status = 'active'))
  or (d.kind = 'user' and (d.status = 'disabled' or d.data ->> 'role' <> 'user'))
  or (d.kind = 'address-book' and exists (select from person p where p.user_no = d.owner)))`
