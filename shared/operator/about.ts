import { t } from '#shared/text/t.ts'
import { operator } from './company.ts'

/**
 * What the about page says of the company. Part of the operator's facts: review it before going
 * live, for every claim must be true of the company that makes it.
 *
 * Source: docs/product.md, Operator
 */
export function about() {
  return {
    headline: t('A global contract exchange, open around the clock'),
    introduction: t(
      '{name} offers spot trading, timed futures, staking and loans in one account, on every device.',
      { name: operator.name },
    ),
    mission: t(
      'To give everyone a fair way to trade and save in crypto: clear terms before you confirm, outcomes that follow from recorded prices, and balances that add up.',
    ),
    vision: t(
      'A market where you do not have to take our word for it. Every movement of your money has a reason that you can open and a proof that you can check.',
    ),
    team: [
      { name: t('Trading desk'), work: t('Reviews spot orders and watches the markets.') },
      { name: t('Payments'), work: t('Checks deposits and withdrawals before money moves.') },
      {
        name: t('Verification'),
        work: t('Confirms who you are and keeps your documents private.'),
      },
      { name: t('Lending'), work: t('Decides on loan applications.') },
      { name: t('Support'), work: t('Answers you in the chat.') },
      {
        name: t('Engineering'),
        work: t('Builds the ledger and proves every day that it balances.'),
      },
    ],
    presence: [
      { place: operator.headquarters, role: t('Headquarters') },
      ...operator.centres.map((place) => ({ place, role: t('Operational centre') })),
    ],
    features: [
      {
        title: t('Timed futures'),
        text: t(
          'Long or short, from one to ten minutes. The entry and the result are recorded prices that you can look up.',
        ),
      },
      {
        title: t('Spot trading'),
        text: t('Market and limit orders, reviewed before they are executed.'),
      },
      {
        title: t('Staking'),
        text: t('Stake USDT for a fixed term. The interest is fixed on the first day.'),
      },
      {
        title: t('Loans'),
        text: t('Paid out in USDT. You see the principal, interest and penalty before you repay.'),
      },
      {
        title: t('A ledger you can check'),
        text: t('Every change to a balance is a recorded event with its proof.'),
      },
      {
        title: t('Always open'),
        text: t(
          'Install it on your phone. What you submit offline is sent when you are back online.',
        ),
      },
    ],
  }
}

/** The assets of the contract index. */
export const INDEX_ASSETS = ['BTC', 'ETH', 'BCH', 'LTC', 'ETC', 'EOS'] as const
