/** What each house account holds: the folded sums plus later events. */
export const HOUSE_HELD = `
  select account, sum(amount) as amount
  from (
    select account, amount from house_balance
    union all
    select side.account, side.amount
    from event
    cross join lateral unnest(debits, credits, amounts) as transfer (debit, credit, amount)
    cross join lateral (values (debit, -transfer.amount), (credit, transfer.amount))
               as side (account, amount)
    where side.account < 0 and event.position >
          coalesce((select position from checkpoint where name = 'house-balance'), 0)
  ) as part
  group by account`
