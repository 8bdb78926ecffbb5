/**
 * Both sides of every transfer of the events that match a condition, as rows (position, account,
 * amount); the amount is negative for the debited account. Reading the events twice is several
 * times faster than joining each with its own arrays.
 */
export function transferSides(condition: string): string {
  return `
    select position, unnest(debits) as account, -unnest(amounts) as amount
    from event where ${condition}
    union all
    select position, unnest(credits), unnest(amounts)
    from event where ${condition}`
}

/** {@link transferSides} of a range of positions: $1 exclusive, $2 inclusive. */
export const SIDES_OF_RANGE = transferSides('position > $1 and position <= $2')
