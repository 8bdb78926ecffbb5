import { parseUnits } from '#shared/money.ts'
import {
  DUE_SOON_DAYS,
  FULL_LOAN,
  LOAN_RATES,
  LOAN_SYMBOL,
  type LoanRates,
  QUICK_LOAN,
} from '#shared/rules/loans.ts'
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
  const terms = `${FULL_LOAN.termDays.slice(0, -1).join(', ')} or ${FULL_LOAN.termDays.at(-1)}`
  const perDay = parseUnits(rates.penaltyPerDay)
  const daysToMaximum = (parseUnits(rates.penaltyMaximum) + perDay - 1n) / perDay
  return [
    {
      title: 'Parties and purpose',
      paragraphs: [
        `This agreement is between you and ${operator.name}. It begins when an application of yours is approved.`,
        `You apply for an amount in US dollars. It is credited to your available balance in ${LOAN_SYMBOL}, one ${LOAN_SYMBOL} for one dollar, and repaid in ${LOAN_SYMBOL}.`,
      ],
    },
    {
      title: 'Interest',
      paragraphs: [
        `The interest is fixed at ${rates.interest}% of the amount borrowed. It is charged once, regardless of the term, and does not grow while you are on time.`,
      ],
    },
    {
      title: 'Term',
      paragraphs: [
        `An application from the home page has a term of ${termDaysMin} to ${termDaysMax} days; one from the loan page has a term of ${terms} days.`,
        'The term counts from the moment of your application. A loan counts as due soon during its last ' +
          `${DUE_SOON_DAYS} days, and as overdue once a full day has passed after the end of its term.`,
      ],
    },
    {
      title: 'Repayment',
      paragraphs: [
        'You repay the whole loan at once: the amount borrowed, the interest, and the penalty where there is one. You see each of the three before you confirm.',
        'You may repay at any time after approval, also when your account is disabled.',
      ],
    },
    {
      title: 'Late payment',
      paragraphs: [
        `For each day that a loan is overdue a penalty of ${rates.penaltyPerDay}% of the amount borrowed is added, from the day on which it becomes overdue.`,
        `All penalties together never exceed ${rates.penaltyMaximum}% of the amount borrowed, which is reached after ${daysToMaximum} days.`,
      ],
    },
    {
      title: 'Your documents',
      paragraphs: [
        'What you tell us and the documents that you attach are seen by you and by the staff who review your application, and by no one else.',
      ],
    },
  ]
}
