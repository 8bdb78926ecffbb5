import type { CatalogEvent } from '#server/events/catalog.ts'
import { formatLimit } from '#shared/format.ts'
import type { ActivityKind } from '#shared/rules/activity.ts'
import { type Text, textOf, write } from '#shared/text/t.ts'
import { adjustment, base, NONE, quote, sentence, text } from './described-values.ts'
import type { Description, Words, WordsOfEach } from './description.ts'
import { isMoneyless, type MoneyEvent } from './postings.ts'

/** Describes what an event did to its user's money. Throws if it moves none: a bug. */
export function describeEvent(event: CatalogEvent): Description {
  if (isMoneyless(event)) throw new Error(`${event.type} moves no money`)
  // Each entry takes its own type's data; the compiler loses that link in the lookup.
  const words = WORDS[event.type] as Words<MoneyEvent>
  const [title_text, reason_text] = [words.title(event.data), words.reason(event.data)]
  const [title, reason] = [write(title_text), write(reason_text)]
  return { kind: words.kind, title, reason, title_text, reason_text }
}

/** The types of events in an activity kind. */
export function typesOfKind(kind: ActivityKind): readonly string[] {
  return Object.entries(WORDS)
    .filter(([, words]) => words.kind === kind)
    .map(([type]) => type)
}

const WORDS: WordsOfEach = {
  ConversionExecuted: {
    kind: 'conversion',
    title: ({ given, received }) =>
      textOf('Converted {from} to {to}', { from: given.symbol, to: received.symbol }),
    reason: ({ given, received, fromTick, toTick }) =>
      textOf(
        'You converted {given} to {received}. The quote used recorded prices: {from} at {fromPrice} and {to} at {toPrice}.',
        {
          given: text(given),
          received: text(received),
          from: given.symbol,
          fromPrice: formatLimit(fromTick.price),
          to: received.symbol,
          toPrice: formatLimit(toTick.price),
        },
      ),
  },
  DepositApproved: {
    kind: 'deposit',
    title: () => textOf('Deposit approved'),
    reason: (data) =>
      textOf(
        'Your deposit was approved, and {amount} became available.{note, select, none {} other { Note: {note}}}',
        { amount: text(data), note: sentence(data.notes) },
      ),
  },
  SpotOrderPlaced: {
    kind: 'order',
    title: ({ side, symbol }) =>
      textOf('{side, select, buy {Buy} other {Sell}} order for {base}', {
        side,
        base: base(symbol),
      }),
    reason: ({ side, symbol, orderType, amount, spendsAll, price, reserved }) =>
      textOf(
        'You placed a {orderType, select, market {market} other {limit}} order to {side, select, buy {buy} other {sell}} {isAbout, select, yes {about {amount}} other {{amount}}} at {price}{orderType, select, market { (quoted)} other {}}. {reserved} was frozen until the order is executed, rejected or cancelled.',
        {
          orderType,
          side,
          isAbout: spendsAll ? 'yes' : 'no',
          amount: text({ amount, symbol: base(symbol) }),
          price: text({ amount: price, symbol: quote(symbol) }),
          reserved: text(reserved),
        },
      ),
  },
  SpotOrderExecuted: {
    kind: 'order',
    title: () => textOf('Order executed'),
    reason: ({ price, tick, quote, spent, received, returned }) =>
      textOf(
        'Your order was approved and executed at {price}{quoted, select, none {} other { (quoted: {quoted})}}{live, select, none {} other {; the live price was {live}}}. You exchanged {spent} for {received}.{returned, select, none {} other { {returned} became available again.}}',
        {
          price: formatLimit(price),
          quoted: quote ? formatLimit(quote.price) : NONE,
          live: tick && tick.price !== price ? formatLimit(tick.price) : NONE,
          spent: text(spent),
          received: text(received),
          returned: returned && returned.amount !== '0' ? text(returned) : NONE,
        },
      ),
  },
  SpotOrderRejected: {
    kind: 'order',
    title: () => textOf('Order rejected'),
    reason: ({ released, reason }) =>
      textOf(
        'Your order was rejected{reason, select, none {.} other {: {reason}}} {amount} became available again.',
        { reason: sentence(reason), amount: text(released) },
      ),
  },
  SpotOrderCancelled: {
    kind: 'order',
    title: () => textOf('Order cancelled'),
    reason: ({ released }) =>
      textOf('You cancelled the order. {amount} became available again.', {
        amount: text(released),
      }),
  },
  StakeOpened: {
    kind: 'stake',
    title: ({ termDays }) =>
      textOf('Staked for {days, plural, one {# day} other {# days}}', { days: termDays }),
    reason: ({ principal, interest, apy, termDays }) =>
      textOf(
        'You staked {principal} for {days, plural, one {# day} other {# days}} at {apy}% a year. It was frozen until the end, when it comes back with {interest} in interest, fixed at the start.',
        { principal: text(principal), days: termDays, apy, interest: text(interest) },
      ),
  },
  StakeMatured: {
    kind: 'stake',
    title: () => textOf('Stake paid back'),
    reason: ({ principal, interest }) =>
      textOf(
        'The term ended: {principal} became available again, and {interest} in interest was paid.',
        { principal: text(principal), interest: text(interest) },
      ),
  },
  FuturesRequested: {
    kind: 'futures',
    title: futuresTitle,
    reason: ({ side, symbol, stake, seenPrice, durationSeconds, profitRatio }) =>
      textOf(
        'You requested a {side, select, long {long} other {short}} trade on {base} for {seconds, plural, one {# second} other {# seconds}} that wins or loses {ratio}% of its stake. It opens at the next recorded price; you saw {price}. {stake} was frozen until the trade is settled.',
        {
          side,
          base: base(symbol),
          seconds: durationSeconds,
          ratio: profitRatio,
          price: formatLimit(seenPrice),
          stake: text(stake),
        },
      ),
  },
  FuturesOpened: {
    kind: 'futures',
    title: futuresTitle,
    reason: ({ side, symbol, stake, entry, durationSeconds, profitRatio }) =>
      textOf(
        'You opened a {side, select, long {long} other {short}} trade on {base} at {price} for {seconds, plural, one {# second} other {# seconds}} that wins or loses {ratio}% of its stake. {stake} was frozen until the trade is settled.',
        {
          side,
          base: base(symbol),
          price: formatLimit(entry.price),
          seconds: durationSeconds,
          ratio: profitRatio,
          stake: text(stake),
        },
      ),
  },
  FuturesSettled: {
    kind: 'futures',
    title: ({ result }) =>
      textOf(
        '{result, select, win {Futures trade won} loss {Futures trade lost} other {Futures trade tied}}',
        { result },
      ),
    reason: ({ result, settlement, returned, won, lost }) =>
      textOf(
        'The first price recorded at or after the end was {price}. {result, select, win {You won {won}, and your stake of {returned} became available again.} loss {You lost {lost} of your stake, and {returned} became available again.} other {It was the entry price, so your stake of {returned} became available again.}}',
        {
          result,
          price: formatLimit(settlement.price),
          returned: text(returned),
          won: text(won),
          lost: text(lost),
        },
      ),
  },
  FuturesVoided: {
    kind: 'futures',
    title: ({ reason }) =>
      reason === 'no_price' ? textOf('Futures trade void') : textOf('Futures trade not opened'),
    reason: ({ reason, returned }) =>
      textOf(
        '{reason, select, no_price {No price was recorded within 60 seconds of the end.} no_entry {No price was recorded within 10 seconds of the request.} other {The next recorded price was more than 0.5% away from the price that you saw.}} {amount} became available again.',
        { reason, amount: text(returned) },
      ),
  },
  WithdrawalRequested: {
    kind: 'withdrawal',
    title: () => textOf('Withdrawal requested'),
    reason: ({ network, walletAddress: address, ...money }) =>
      textOf(
        'You requested a withdrawal of {amount}{address, select, none {} other { on {network} to {address}}}. The amount was frozen until the withdrawal is approved, rejected or cancelled.',
        { amount: text(money), network, address },
      ),
  },
  WithdrawalApproved: {
    kind: 'withdrawal',
    title: () => textOf('Withdrawal approved'),
    reason: (data) =>
      textOf(
        'Your withdrawal was approved, and {amount} left your account.{note, select, none {} other { Note: {note}}}',
        { amount: text(data), note: sentence(data.notes) },
      ),
  },
  WithdrawalRejected: {
    kind: 'withdrawal',
    title: () => textOf('Withdrawal rejected'),
    reason: ({ reason, notes, ...money }) =>
      textOf(
        'Your withdrawal was rejected{reason, select, none {.} other {: {reason}}} {amount} became available again.{note, select, none {} other { Note: {note}}}',
        { reason: sentence(reason), amount: text(money), note: sentence(notes) },
      ),
  },
  WithdrawalCancelled: {
    kind: 'withdrawal',
    title: () => textOf('Withdrawal cancelled'),
    reason: (data) =>
      textOf('You cancelled the withdrawal. {amount} became available again.', {
        amount: text(data),
      }),
  },
  LoanApproved: {
    kind: 'loan',
    title: () => textOf('Loan paid out'),
    reason: ({ principal }) =>
      textOf('Your loan application was approved, and {amount} became available.', {
        amount: text(principal),
      }),
  },
  LoanRepaid: {
    kind: 'loan',
    title: () => textOf('Loan repaid'),
    reason: ({ principal, interest, penalty, lateDays }) =>
      textOf(
        '{days, plural, =0 {You repaid {principal} and {interest} in interest.} one {You repaid {principal}, {interest} in interest and a penalty of {penalty} for # day of delay.} other {You repaid {principal}, {interest} in interest and a penalty of {penalty} for # days of delay.}}',
        {
          days: lateDays,
          principal: text(principal),
          interest: text(interest),
          penalty: text(penalty),
        },
      ),
  },
  BalanceAdjusted: {
    kind: 'adjustment',
    title: () => textOf('Adjustment'),
    reason: ({ reason, ...change }) => adjustment([change], reason),
  },
  PortfolioAdjusted: {
    kind: 'adjustment',
    title: () => textOf('Adjustment'),
    reason: ({ changes, reason }) => adjustment(changes, reason),
  },
}

function futuresTitle({ side, symbol }: { readonly side: string; readonly symbol: string }): Text {
  return textOf('{side, select, long {Long} other {Short}} futures on {base}', {
    side,
    base: base(symbol),
  })
}
