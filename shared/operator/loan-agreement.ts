import { parseUnits } from '#shared/money.ts'
import { DEPOSIT_COUNTS_HOURS } from '#shared/rules/loan-delay.ts'
import {
  dueSoonDaysOf,
  FULL_LOAN,
  LOAN_RATES,
  LOAN_SYMBOL,
  type LoanRates,
  QUICK_LOAN,
} from '#shared/rules/loans.ts'
import { anyOf } from '#shared/text/listed.ts'
import { t } from '#shared/text/t.ts'
import { operator } from './company.ts'

export interface AgreementSection {
  readonly title: string
  readonly paragraphs: readonly string[]
}

/**
 * The loan agreement: its figures are those that the amount due is computed from. Part of the
 * operator's facts: have it reviewed by counsel before going live.
 *
 * Source: docs/product.md, Operator
 */
export function loanAgreement(rates: LoanRates = LOAN_RATES): readonly AgreementSection[] {
  const { termDaysMin, termDaysMax } = QUICK_LOAN
  const terms = anyOf(FULL_LOAN.termDays.map(String))
  const perDay = parseUnits(rates.penaltyPerDay)
  const daysToMaximum = (parseUnits(rates.penaltyMaximum) + perDay - 1n) / perDay
  return [
    {
      title: t('Parties and purpose'),
      paragraphs: [
        t(
          'This agreement is between you and {name}. It begins when your application is approved.',
          { name: operator.name },
        ),
        t(
          'You apply for an amount in US dollars. It is credited to your available balance in {symbol}, one {symbol} for one dollar, and repaid in {symbol}.',
          { symbol: LOAN_SYMBOL },
        ),
      ],
    },
    {
      title: t('Interest'),
      paragraphs: [
        t(
          'The interest is fixed at {rate}% of the amount borrowed. It is charged once, regardless of the term, and never grows. Late payment adds the penalty described below.',
          { rate: rates.interest },
        ),
      ],
    },
    {
      title: t('Term'),
      paragraphs: [
        t(
          'An application from the home page has a term of {minimum} to {maximum, plural, one {# day} other {# days}}; one from the loan page has a term of {terms} days.',
          { minimum: termDaysMin, maximum: termDaysMax, terms },
        ),
        t(
          'The term counts from the approval of your application. A loan is due soon during its last {days, plural, one {day} other {# days}}, and overdue once a full day has passed after the end of its term.',
          { days: dueSoonDaysOf(rates) },
        ),
      ],
    },
    {
      title: t('Repayment'),
      paragraphs: [
        t(
          'You repay the whole loan at once: the amount borrowed, the interest, and any penalty. You see each of them before you confirm.',
        ),
        t('You may repay at any time after approval, even if your account is disabled.'),
      ],
    },
    {
      title: t('Late payment'),
      paragraphs: [
        t(
          'For each day that a loan is overdue, a penalty of {rate}% of the amount borrowed is added, from the day on which it becomes overdue.',
          { rate: rates.penaltyPerDay },
        ),
        t(
          'All penalties together never exceed {rate}% of the amount borrowed, which is reached after {days, plural, one {# day} other {# days}}.',
          { rate: rates.penaltyMaximum, days: Number(daysToMaximum) },
        ),
        ...delayTerms(),
      ],
    },
    {
      title: t('Your documents'),
      paragraphs: [
        t(
          'Only you and the staff who review your application see what you tell us and the documents that you attach.',
        ),
      ],
    },
  ]
}

/** What does not count as a borrower's delay. Source: docs/product.md, Loans */
export function delayTerms(): readonly string[] {
  return [
    t(
      'The time during which a deposit of {symbol} waits for our review does not count as delay if you needed the deposit to repay: when you reported it, all your {symbol}, available and frozen, was not enough to repay, but together with the deposit it was. The penalty is then calculated as of the time when you reported the deposit, if you repay within {hours, plural, one {# hour} other {# hours}} after we approve the deposit.',
      { symbol: LOAN_SYMBOL, hours: DEPOSIT_COUNTS_HOURS },
    ),
    t(
      'Time after the due date during which your account is disabled does not count as delay if, when it was disabled, all your {symbol}, available and frozen, was not enough to repay.',
      { symbol: LOAN_SYMBOL },
    ),
  ]
}
