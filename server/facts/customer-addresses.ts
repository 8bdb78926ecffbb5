import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'

/**
 * Whether a customer has this address in their address book, or ever requested a withdrawal to it.
 * Case is ignored, to be on the safe side.
 */
export async function isAddressOfCustomer(db: Queryable, address: string): Promise<boolean> {
  const lists = await levelled(db)
  const { rows } = await lists.query<{ found: boolean }>({
    name: 'address of a customer',
    text: `
      select exists (
        select from document d cross join lateral json_array_elements(d.data -> 'entries') entry
        where d.stream > 'address-book-' and d.stream < 'address-book.'
          and lower(entry ->> 'address') = lower($1)
      ) or exists (
        select from listed d
        where d.kind = 'withdrawal' and lower(d.data ->> 'walletAddress') = lower($1)
      ) as found`,
    values: [address],
  })
  return rows[0]?.found ?? false
}
