/** The `before` of the next page of a list whose full pages have this many rows. */
export function afterFullPage(limit: number) {
  return (page: readonly { readonly id: string }[]) =>
    page.length < limit ? null : (page.at(-1)?.id ?? null)
}
