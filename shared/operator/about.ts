import { operator } from './company.ts'

/**
 * What the about page says of the company. Part of the operator's facts: review it before going
 * live, for every claim must be true of the company that makes it.
 *
 * Source: docs/product.md, Operator
 */
export const about = {
  headline: 'A global contract exchange, open around the clock',
  introduction: `${operator.name} offers spot trading, timed futures, staking and loans in one account, on every device.`,
  mission:
    'To give everybody a fair way to trade and save in crypto: clear terms before you confirm, outcomes that follow from recorded prices, and balances that add up.',
  vision:
    'A market where no one has to take our word for it. Each movement of your money has a reason that you can open, and a proof that you can check.',
  team: [
    { name: 'Trading desk', work: 'Reviews spot orders and watches the markets.' },
    { name: 'Payments', work: 'Checks deposits and withdrawals before money moves.' },
    { name: 'Verification', work: 'Confirms who you are and keeps your documents private.' },
    { name: 'Lending', work: 'Decides on loan applications.' },
    { name: 'Support', work: 'Answers you in the chat.' },
    { name: 'Engineering', work: 'Builds the ledger and proves every day that it balances.' },
  ],
  presence: [
    { place: operator.headquarters, role: 'Headquarters' },
    ...operator.centres.map((place) => ({ place, role: 'Operational centre' })),
  ],
  features: [
    {
      title: 'Timed futures',
      text: 'Long or short, from one to ten minutes. Entry and result are recorded prices that you can look up.',
    },
    {
      title: 'Spot trading',
      text: 'Market and limit orders, reviewed before they are executed.',
    },
    {
      title: 'Staking',
      text: 'USDT for a fixed term; the interest is fixed on the day you begin.',
    },
    {
      title: 'Loans',
      text: 'Paid out in USDT. You see principal, interest and penalty before you pay back.',
    },
    {
      title: 'A ledger you can check',
      text: 'Every change of a balance is a recorded event with its proof.',
    },
    {
      title: 'Always open',
      text: 'Install it on your phone. What you submit without a network is sent when it is back.',
    },
  ],
  /** The assets of the contract index. */
  indexAssets: ['BTC', 'ETH', 'BCH', 'LTC', 'ETC', 'EOS'],
} as const
