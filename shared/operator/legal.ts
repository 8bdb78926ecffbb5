import { operator } from './company.ts'
import { type AgreementSection, loanAgreement } from './loan-agreement.ts'
import { risk } from './risk.ts'

/** One agreement as the tab of a dialog shows it. */
export interface Agreement {
  readonly id: 'privacy' | 'terms' | 'loan'
  readonly title: string
  readonly sections: readonly AgreementSection[]
}

/**
 * What a user agrees to. Part of the operator's facts: have it reviewed by counsel before going
 * live. The loan agreement is written from the figures that loans are computed by.
 *
 * Source: docs/product.md, Operator
 */
export function legalAgreements(): readonly Agreement[] {
  return [
    { id: 'privacy', title: 'Privacy Policy', sections: privacyPolicy },
    { id: 'terms', title: 'Terms & Conditions', sections: terms },
    { id: 'loan', title: 'Loan Agreement', sections: loanAgreement() },
  ]
}

const privacyPolicy: readonly AgreementSection[] = [
  {
    title: 'What we keep',
    paragraphs: [
      'Your name, e-mail address and phone number; your password as a hash that nobody can read back; the devices that you are signed in on.',
      'What you send us for a review: proofs of deposits, identity documents, loan documents, and your messages to support.',
      'Every movement of your balances, with its time, its reason and who decided it.',
    ],
  },
  {
    title: 'Why we keep it',
    paragraphs: [
      'To run your account, to decide on your requests, to protect you from others who claim to be you, and to prove what happened to your money.',
      'We do not sell it, and no advertiser sees it.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'You, and the staff whose work it is to review your requests. Documents are shown over links that hold for a few minutes only.',
      'Your social security number is encrypted. Staff see its last four digits; whoever looks at the whole number gives a reason, which is recorded.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [
      'Until you delete your account. Then your name, addresses, documents, pictures and messages are erased, together with the key that your documents were encrypted with.',
      'The ledger stays, so that the books can be proved right. It knows a number, and nobody behind it.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'Under My Account you can download what we hold about you, and delete your account.',
      `For anything else write to ${operator.supportEmail}.`,
    ],
  },
]

const terms: readonly AgreementSection[] = [
  {
    title: 'Your account',
    paragraphs: [
      'One person, one account. What you tell us about yourself is true, and you keep your password and your codes to yourself.',
      'We may disable an account that breaks these terms. You can then still sign in, read, repay a loan and write to support.',
    ],
  },
  {
    title: 'Deposits and withdrawals',
    paragraphs: [
      'Send only the coin and network that the deposit dialog names, to the address that it shows. A transfer to another address may be lost.',
      'Staff review every deposit and every withdrawal. What you withdraw is reserved from your request until the decision.',
    ],
  },
  {
    title: 'Trading',
    paragraphs: [
      'A spot order is executed after its review, at your limit, or at the price that you were quoted. What an order needs is reserved until then.',
      'A timed future is decided by the first recorded price at or after its end. You can look up both prices. Without a price within a minute the trade is void and your stake comes back.',
      risk.trading,
      risk.futures,
    ],
  },
  {
    title: 'Conversion and staking',
    paragraphs: [
      'A conversion happens at the quote that you confirm, while that quote holds.',
      'A stake runs for its whole term; there is no early withdrawal. Principal and interest are paid at its end by themselves.',
    ],
  },
  {
    title: 'Loans',
    paragraphs: ['The loan agreement applies to every loan.', risk.loans],
  },
  {
    title: 'Closing your account',
    paragraphs: [
      'You may delete your account at any time once it is empty: no funds, no open orders, trades, stakes or requests, and no unpaid loan.',
    ],
  },
]
