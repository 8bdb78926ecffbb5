/** Refusals of spot orders, conversions and futures: see errors.ts. */
export const TRADING_REFUSALS = {
  'order.fields_missing': '400 Invalid Order | Please fill in all required fields.',
  'order.price_step': '400 Invalid Order | The price must be a multiple of {step}.',
  'order.amount_and_spend':
    '400 Invalid Order | Only a market order to buy can specify what to spend, and then it must not specify an amount to buy.',
  'order.too_large': '400 Invalid Order | The order is too large.',
  'order.too_small': '400 Invalid Order | The order is too small.',
  'order.too_many_waiting':
    '409 Too Many Orders | You have {maximum, plural, one {# order that is} other {# orders that are}} pending, or that you submitted and cancelled in the last {hours, plural, one {hour} other {# hours}}, which is the maximum. Try again once one of them is decided. Cancelled ones stop counting {hours, plural, one {# hour} other {# hours}} after you submitted them.',
  'order.not_cancellable':
    '409 Cannot Cancel | {status, select, executed {This order is already executed.} rejected {This order is already rejected.} cancelled {This order is already cancelled.} other {This order is no longer pending.}}',
  'order.awaiting_price':
    '503 Waiting for a Price | No price has been recorded since your approval. The order is still pending. Approve it again.',
  'order.not_pending':
    '409 Already Reviewed | {status, select, executed {This order is already executed.} rejected {This order is already rejected.} cancelled {This order is already cancelled.} other {This order is no longer pending.}}',

  'convert.same_asset': '400 Invalid Input | Choose two different assets.',
  'convert.balance_insufficient':
    '409 Insufficient Balance | Insufficient balance, Available: {available}',
  'convert.too_small': '400 Invalid Input | You would receive less than 0.00000001 {symbol}.',
  'convert.too_large': '400 Invalid Input | This amount is too large to convert.',
  'convert.above_quote_limit':
    '409 Above the Limit | One conversion may be worth up to {maximum} USDT. This one is worth {worth} USDT.',
  'convert.above_day_limit':
    '409 Above the Limit | You can convert up to {maximum} USDT in 24 hours. You have {left} USDT left.',
  'convert.stablecoins_halted':
    '409 Conversions Halted | {symbol} is at {price} USDT. Stablecoins cannot be converted into each other until its price is back within {percent}% of 1 USDT.',
  'convert.quote_unknown': '404 Quote Not Open | This is not your newest quote. Request a new one.',
  'convert.quote_used':
    '409 Already Converted | This quote has already been used. Check your conversions.',
  'convert.awaiting_price':
    '503 Waiting for a Price | No price has been recorded since you confirmed. Nothing was converted. Try again.',
  'convert.quote_expired': '409 Quote Expired | This quote has expired. Request a new one.',

  'futures.duration_unknown':
    '400 Invalid Input | There is no futures trade of {seconds, plural, one {# second} other {# seconds}}.',
  'futures.stake_below_minimum': '409 Invalid Amount | Minimum trade amount is {minimum} {symbol}.',
  'futures.stake_above_maximum': '409 Invalid Amount | Maximum trade amount is {maximum} {symbol}.',
  'futures.price_moved':
    '409 Price Moved | The price is now {current}, and you saw {seen}. Check it again before you confirm.',
  'futures.paused':
    '503 Futures Paused | Prices are not arriving often enough at the moment. Futures are available again as soon as prices arrive every {seconds, plural, one {second} other {# seconds}}.',
  'futures.user_limit':
    '409 Limit Reached | Your open trades can total at most {maximum} {symbol}. You have {open} {symbol} open now.',
  'futures.symbol_limit':
    '409 Limit Reached | We cannot accept more risk on this pair at the moment. The largest trade possible is {largest} {symbol}.',
  'futures.opening':
    '409 Opening | This trade is not open yet. It opens at the next recorded price.',
  'futures.balance_insufficient': '409 Insufficient Balance | Insufficient balance.',
  'futures.running': '409 Still Running | This trade runs until {endsAt}.',
  'futures.awaiting_price':
    '409 Waiting for a Price | This trade has ended and is waiting for the first recorded price. It is settled automatically.',
  'futures.settled': '409 Already Settled | This trade is already settled.',
  'futures.hidden': '409 Already Hidden | This trade is already hidden.',
} as const
