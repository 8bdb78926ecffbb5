import type { CatalogEvent } from '#server/events/catalog.ts'
import type { Decimal } from '#shared/money.ts'
import type { ActivityKind } from '#shared/rules/activity.ts'
import { type Text, textOf, write } from '#shared/text/t.ts'
import { isMoneyless, type MoneyEvent } from './postings.ts'

/** A movement of money, described for the user who owns it. */
export interface Description {
  readonly kind: ActivityKind
  /** A few words: "Deposit approved". */
  readonly title: string
  /** What was decided and why, and what it changed. */
  readonly reason: string
  /** The same for readers of other languages. */
  readonly title_text?: Text
  readonly reason_text?: Text
}

/** Describes what an event did to its user's money. Throws if it moves none: a bug. */
export function describeEvent(event: CatalogEvent): Description {
  if (isMoneyless(event)) throw new Error(`${event.type} moves no money`)
  // Each entry takes its own type's data; the compiler loses that link in the lookup.
  const words = WORDS[event.type] as Words<MoneyEvent>
  const [title, reason] = [words.title(event.data), words.reason(event.data)]
  return {
    kind: words.kind,
    title: inEnglish(title),
    reason: inEnglish(reason),
    ...(typeof title === 'object' && { title_text: title }),
    ...(typeof reason === 'object' && { reason_text: reason }),
  }
}

/** The types of events in an activity kind. */
export function typesOfKind(kind: ActivityKind): readonly string[] {
  return Object.entries(WORDS)
    .filter(([, words]) => words.kind === kind)
    .map(([type]) => type)
}

interface Words<E extends MoneyEvent> {
  readonly kind: ActivityKind
  readonly title: (data: E['data']) => string | Text
  readonly reason: (data: E['data']) => string | Text
}

function inEnglish(text: string | Text): string {
  return typeof text === 'string' ? text : write(text)
}

/** A type that moves money and has no entry does not compile. */
type WordsOfEach = { readonly [E in MoneyEvent as E['type']]: Words<E> }

const VOIDED_BECAUSE = {
  no_price: 'No price was recorded within a minute of the end.',
  no_entry: 'No price was recorded within 10 seconds of the request.',
  entry_moved: 'The next recorded price was more than 0.5% from the price that you saw.',
} as const

const WORDS: WordsOfEach = {
  ConversionExecuted: {
    kind: 'conversion',
    title: ({ given, received }) => `Converted ${given.symbol} to ${received.symbol}`,
    reason: ({ given, received, fromTick, toTick }) =>
      `You confirmed a quote made of recorded prices (${given.symbol} ${fromTick.price}, ` +
      `${received.symbol} ${toTick.price}): you gave ${text(given)} and got ${text(received)}.`,
  },
  DepositApproved: {
    kind: 'deposit',
    title: () => 'Deposit approved',
    reason: (data) =>
      `Staff checked your deposit and approved it: ${text(data)} became available.${note(data.notes)}`,
  },
  SpotOrderPlaced: {
    kind: 'order',
    title: ({ side, symbol }) => `${side === 'buy' ? 'Buy' : 'Sell'} order for ${base(symbol)}`,
    reason: ({ side, symbol, orderType, amount, spendsAll, price, reserved }) =>
      `You placed a ${orderType} order to ${side} ${spendsAll ? 'about ' : ''}${amount} ${base(symbol)}` +
      `${orderType === 'market' ? ', quoted' : ''} at ${price} ${quote(symbol)}. ` +
      `${text(reserved)} is frozen until the order is decided or you cancel it.`,
  },
  SpotOrderExecuted: {
    kind: 'order',
    title: () => 'Order executed',
    reason: ({ price, tick, quote, spent, received, returned }) =>
      `Staff approved your order. It was executed at ${price}` +
      `${tick && tick.price !== price ? `, the live price being ${tick.price}` : ''}` +
      `${quote ? ` (quoted ${quote.price})` : ''}: ` +
      `you gave ${text(spent)} and got ${text(received)}.` +
      `${returned && returned.amount !== '0' ? ` ${text(returned)} is available again.` : ''}`,
  },
  SpotOrderRejected: {
    kind: 'order',
    title: () => 'Order rejected',
    reason: ({ released, reason }) =>
      `Staff rejected your order${because(reason)} ${text(released)} is available again.`,
  },
  SpotOrderCancelled: {
    kind: 'order',
    title: () => 'Order cancelled',
    reason: ({ released }) =>
      `You cancelled the order before it was decided: ${text(released)} is available again.`,
  },
  StakeOpened: {
    kind: 'stake',
    title: ({ termDays }) =>
      textOf('Staked for {days, plural, one {# day} other {# days}}', { days: termDays }),
    reason: ({ principal, interest, apy, termDays }) =>
      textOf(
        'You staked {principal} for {days, plural, one {# day} other {# days}} at {apy}% a year. It is frozen until the end and then comes back with {interest} of interest, fixed at the start.',
        { principal: text(principal), days: termDays, apy, interest: text(interest) },
      ),
  },
  StakeMatured: {
    kind: 'stake',
    title: () => textOf('Stake paid back'),
    reason: ({ principal, interest }) =>
      textOf(
        'The term ended: {principal} is available again, and {interest} of interest was paid.',
        { principal: text(principal), interest: text(interest) },
      ),
  },
  FuturesRequested: {
    kind: 'futures',
    title: ({ side, symbol }) => `Futures ${side} on ${base(symbol)}`,
    reason: ({ side, symbol, stake, seenPrice, durationSeconds, profitRatio }) =>
      `You asked for a ${side} trade on ${base(symbol)} for ${durationSeconds} s, entered at the next ` +
      `recorded price, to win or lose ${profitRatio}% of the stake. You saw a price of ${seenPrice}. ` +
      `${text(stake)} is frozen until the trade is settled.`,
  },
  FuturesOpened: {
    kind: 'futures',
    title: ({ side, symbol }) => `Futures ${side} on ${base(symbol)}`,
    reason: ({ side, symbol, stake, entry, durationSeconds, profitRatio }) =>
      `You opened a ${side} trade on ${base(symbol)} at ${entry.price} for ${durationSeconds} s, to win or ` +
      `lose ${profitRatio}% of the stake. ${text(stake)} is frozen until the trade is settled.`,
  },
  FuturesSettled: {
    kind: 'futures',
    title: ({ result }) => `Futures trade ended in a ${result}`,
    reason: ({ result, settlement, returned, won, lost }) =>
      `The first price recorded at or after the end was ${settlement.price}: a ${result}. ` +
      `${text(returned)} of the stake is available again${
        result === 'win' ? `, and you won ${text(won)}` : ''
      }${result === 'loss' ? `; you lost ${text(lost)}` : ''}.`,
  },
  FuturesVoided: {
    kind: 'futures',
    title: ({ reason }) =>
      reason === 'no_price' ? 'Futures trade void' : 'Futures trade not opened',
    reason: ({ reason, returned }) =>
      `${VOIDED_BECAUSE[reason]} ${text(returned)} is available again.`,
  },
  WithdrawalRequested: {
    kind: 'withdrawal',
    title: () => 'Withdrawal requested',
    reason: ({ network, walletAddress, ...money }) =>
      `You asked to withdraw ${text(money)} on ${network} to ${walletAddress}. ` +
      'It is frozen until staff have decided or you cancel it.',
  },
  WithdrawalApproved: {
    kind: 'withdrawal',
    title: () => 'Withdrawal approved',
    reason: (data) =>
      `Staff approved your withdrawal: ${text(data)} left the platform.${note(data.notes)}`,
  },
  WithdrawalRejected: {
    kind: 'withdrawal',
    title: () => 'Withdrawal rejected',
    reason: ({ reason, notes, ...money }) =>
      `Staff rejected your withdrawal${because(reason)} ${text(money)} is available again.${note(notes)}`,
  },
  WithdrawalCancelled: {
    kind: 'withdrawal',
    title: () => 'Withdrawal cancelled',
    reason: (data) => `You cancelled the withdrawal: ${text(data)} is available again.`,
  },
  LoanApproved: {
    kind: 'loan',
    title: () => 'Loan paid out',
    reason: ({ principal }) =>
      `Staff approved your loan application: ${text(principal)} became available.`,
  },
  LoanRepaid: {
    kind: 'loan',
    title: () => 'Loan repaid',
    reason: ({ principal, interest, penalty, lateDays }) =>
      `You repaid ${text(principal)} and ${text(interest)} of interest` +
      `${lateDays > 0 ? `, and ${text(penalty)} of penalty for ${days(lateDays)} of delay` : ''}.`,
  },
  BalanceAdjusted: {
    kind: 'adjustment',
    title: () => 'Adjustment',
    reason: ({ direction, reason, ...money }) =>
      `Staff ${direction === 'credit' ? 'added' : 'took'} ${text(money)}: ${sentence(reason)}`,
  },
  PortfolioAdjusted: {
    kind: 'adjustment',
    title: () => 'Adjustment',
    reason: ({ changes, reason }) => {
      const words = changes.map(
        (change) => `${change.direction === 'credit' ? 'added' : 'took'} ${text(change)}`,
      )
      return `Staff ${words.join(' and ')}: ${sentence(reason)}`
    },
  },
}

function text({ amount, symbol }: { readonly amount: Decimal; readonly symbol: string }): string {
  return `${amount} ${symbol}`
}

function note(notes: string | null): string {
  return notes ? ` Note: ${sentence(notes)}` : ''
}

function because(reason: string | null): string {
  return reason ? `: ${sentence(reason)}` : '.'
}

/** Adds a full stop to what a user or staff wrote. */
function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count} days`
}

function base(pair: string): string {
  return pair.split('/')[0] ?? pair
}

function quote(pair: string): string {
  return pair.split('/')[1] ?? ''
}
