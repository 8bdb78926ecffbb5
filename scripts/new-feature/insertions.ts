/** Text to insert into a file shared by all features, before the first occurrence of `before`. */
export interface Insertion {
  readonly file: string
  readonly before: string
  readonly text: string
}

const LISTS: readonly Insertion[] = [
  {
    file: 'server/features/index.ts',
    before: 'import',
    text: "import { giftCardFeature } from './gift-cards/feature.ts'\n",
  },
  { file: 'server/features/index.ts', before: '\n])\n', text: '\n  giftCardFeature,' },
  {
    file: 'pwa/features/index.ts',
    before: 'import',
    text: "import { giftCards } from './gift-cards/feature.ts'\n",
  },
  { file: 'pwa/features/index.ts', before: '\n]\n', text: '\n  giftCards,' },
]

const moneyless = (...types: readonly string[]): Insertion => ({
  file: 'server/ledger/postings.ts',
  before: '] as const satisfies',
  text: types.map((type) => `  '${type}',\n`).join(''),
})

const described = (text: string): Insertion => ({
  file: 'docs/product.md',
  before: '## Portfolio\n',
  text: `## Gift cards\n\n${text}\n`,
})

export const PLAIN: readonly Insertion[] = [
  ...LISTS,
  moneyless('GiftCardOpened'),
  described(`A user opens a gift card with a note of at most 200 characters, and finds every gift card at
\`/gift-cards\`.
`),
]

export const REVIEWED: readonly Insertion[] = [
  ...LISTS,
  {
    file: 'shared/errors.ts',
    before: "  'idempotency.key_invalid':",
    text: "  'gift-card.below_minimum': '409 Invalid Amount | The minimum is {minimum} {symbol}.',\n",
  },
  moneyless('GiftCardAcknowledged'),
  {
    file: 'tests/deciders/audit-details.test.ts',
    before: '  LoanCancelled: OF_ONE,',
    text: '  GiftCardAcknowledged: OF_ONE,\n',
  },
  {
    file: 'server/ledger/postings.ts',
    before: '    default:\n      return unposted',
    text: `    case 'GiftCardRequested':
      return [freeze(user, event.data)]
    case 'GiftCardApproved':
      return [takeFrozen(user, 'custody', event.data)]
    case 'GiftCardRejected':
      return [release(user, event.data)]
`,
  },
  {
    file: 'server/ledger/describe-event.ts',
    before: '}\n\nfunction futuresTitle(',
    // The amount leaves the platform, so it is shown among withdrawals, whose texts exist in every
    // language.
    text: `  GiftCardRequested: {
    kind: 'withdrawal',
    title: () => textOf('Withdrawal requested'),
    reason: (data) =>
      textOf(
        'You requested a withdrawal of {amount}{address, select, none {} other { on {network} to {address}}}. The amount was frozen until the withdrawal is approved, rejected or cancelled.',
        { amount: text(data), network: NONE, address: NONE },
      ),
  },
  GiftCardApproved: {
    kind: 'withdrawal',
    title: () => textOf('Withdrawal approved'),
    reason: (data) =>
      textOf(
        'Your withdrawal was approved, and {amount} left your account.{note, select, none {} other { Note: {note}}}',
        { amount: text(data), note: sentence(data.notes) },
      ),
  },
  GiftCardRejected: {
    kind: 'withdrawal',
    title: () => textOf('Withdrawal rejected'),
    reason: ({ reason, notes, ...money }) =>
      textOf(
        'Your withdrawal was rejected{reason, select, none {.} other {: {reason}}} {amount} became available again.{note, select, none {} other { Note: {note}}}',
        { reason: sentence(reason), amount: text(money), note: sentence(notes) },
      ),
  },
`,
  },
  described(`A user requests a gift card: an amount from 10 USDT and a note of at most 200 characters. The amount
is frozen until staff have decided. Approval pays it out of the platform, and above the set value
takes two people; rejection needs a reason and makes the amount available again. The owner is
notified, finds the result in the transaction history and every request at \`/gift-cards\`.
`),
]
