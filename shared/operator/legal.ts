import { PROOF_KEPT_DAYS } from '#shared/rules/deposits.ts'
import { TICK_RULES } from '#shared/rules/futures-ticks.ts'
import { PRICE_MOVE_PERCENT_MAX } from '#shared/rules/spot-orders.ts'
import { t } from '#shared/text/t.ts'
import { SECOND_MS } from '#shared/time.ts'
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
    { id: 'privacy', title: t('Privacy Policy'), sections: privacyPolicy() },
    { id: 'terms', title: t('Terms & Conditions'), sections: terms() },
    { id: 'loan', title: t('Loan Agreement'), sections: loanAgreement() },
  ]
}

function privacyPolicy(): readonly AgreementSection[] {
  return [
    {
      title: t('What we keep'),
      paragraphs: [
        t(
          'Your name, email address and phone number; your password as a hash that no one can read back; the devices that you are signed in on.',
        ),
        t(
          'What you send us: proofs of deposits, identity documents, loan documents, and messages to support.',
        ),
        t('Every movement of your balances, with its time, its reason and who decided it.'),
      ],
    },
    {
      title: t('Why we keep it'),
      paragraphs: [
        t(
          'To run your account, to decide on your requests, to protect you from others who claim to be you, and to prove what happened to your money.',
        ),
        t('We do not sell it, and no advertiser sees it.'),
      ],
    },
    {
      title: t('Who sees it'),
      paragraphs: [
        t(
          'You, and the staff who review your requests. Documents are shown through links that expire after a few minutes.',
        ),
        t(
          'Your social security number is encrypted. Staff see its last four digits. To see the whole number they must give a reason, which is recorded.',
        ),
      ],
    },
    {
      title: t('How long we keep it'),
      paragraphs: [
        t(
          'Until you delete your account. Then we erase your name, addresses, documents, images and messages, and the key that your documents were encrypted with.',
        ),
        keptProofTerm(),
        t(
          'The ledger remains, so that the books can be proved correct. It contains a number that can no longer be linked to a person.',
        ),
        keptAddresses(),
      ],
    },
    {
      title: t('Your rights'),
      paragraphs: [
        t('Under Profile, you can download what we hold about you, and delete your account.'),
        t('For anything else, write to {address}.', { address: operator.supportEmail }),
      ],
    },
  ]
}

function terms(): readonly AgreementSection[] {
  return [
    {
      title: t('Your account'),
      paragraphs: [
        t(
          'One person, one account. You tell us the truth about yourself and keep your password and your codes to yourself.',
        ),
        t(
          'We may disable an account that breaks these terms. You can then still log in, view your account, repay a loan and contact support.',
        ),
      ],
    },
    {
      title: t('Deposits and withdrawals'),
      paragraphs: [
        t(
          'Send only the coin and network that the deposit dialog names, to the address that it shows. A transfer to another address may be lost.',
        ),
        t(
          'Staff review every deposit and every withdrawal. The amount of a withdrawal is frozen from your request until the decision.',
        ),
      ],
    },
    {
      title: t('Trading'),
      paragraphs: [
        t(
          'A limit order is executed after its review, at your limit. A market order is executed at the first price recorded after its approval, within {percent}% of the price that you were quoted. The amount that an order needs is frozen until then.',
          { percent: String(PRICE_MOVE_PERCENT_MAX) },
        ),
        t(
          'A timed futures trade is decided by two recorded prices: the first after your request and the first at or after its end. You can look up both. Without a price within {seconds, plural, one {# second} other {# seconds}} of the end, the trade is void and your stake is returned.',
          { seconds: TICK_RULES.settlementWindowMs / SECOND_MS },
        ),
        risk.trading,
        risk.futures,
      ],
    },
    {
      title: t('Conversion and staking'),
      paragraphs: [
        t('A conversion is made at the quote that you confirm, while that quote is valid.'),
        t(
          'A stake runs for its whole term; there is no early withdrawal. The principal and interest are paid automatically at its end.',
        ),
      ],
    },
    {
      title: t('Loans'),
      paragraphs: [t('The loan agreement applies to every loan.'), risk.loans],
    },
    {
      title: t('Deleting your account'),
      paragraphs: [
        t(
          'You may delete your account at any time once it is empty: no funds, no open orders, trades, stakes or requests, and no unpaid loan.',
        ),
      ],
    },
  ]
}

/** A wallet address can lead to a person, and so can its label: users are told before they delete. */
export function keptAddresses(): string {
  return t(
    'Wallet addresses that were saved or withdrawn to, and their labels, stay in the ledger.',
  )
}

/** Source: docs/product.md, Account deletion */
export function keptProofTerm(): string {
  return t(
    'We keep the screenshot of a credited deposit for {days, plural, one {# day} other {# days}} after the credit, even if the account is deleted earlier, to detect forged proofs.',
    { days: PROOF_KEPT_DAYS },
  )
}
