/** A text to insert into a file that every feature shares, before the first occurrence of `before`. */
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
  {
    file: 'scripts/languages/not-moved.ts',
    before: "  'pwa/pages',",
    text: "  'pwa/features/gift-cards',\n  'server/features/gift-cards',\n",
  },
]

const moneyless = (...types: readonly string[]): Insertion => ({
  file: 'server/ledger/postings.ts',
  before: '] as const satisfies',
  text: types.map((type) => `  '${type}',\n`).join(''),
})

export const PLAIN: readonly Insertion[] = [...LISTS, moneyless('GiftCardOpened')]

export const REVIEWED: readonly Insertion[] = [
  ...LISTS,
  {
    file: 'scripts/languages/not-moved.ts',
    before: "  'pwa/pages',",
    text: "  'shared/rules/gift-cards.ts',\n",
  },
  moneyless('GiftCardAcknowledged'),
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
    before: '}\n\nfunction text(',
    // The amount leaves the platform: users look for it among their withdrawals.
    text: `  GiftCardRequested: {
    kind: 'withdrawal',
    title: () => 'Gift card requested',
    reason: (data) =>
      \`You requested a gift card: \${text(data)} is frozen until staff have decided.\`,
  },
  GiftCardApproved: {
    kind: 'withdrawal',
    title: () => 'Gift card approved',
    reason: (data) =>
      \`Staff approved your gift card: \${text(data)} left the platform.\${note(data.notes)}\`,
  },
  GiftCardRejected: {
    kind: 'withdrawal',
    title: () => 'Gift card rejected',
    reason: ({ reason, notes, ...money }) =>
      \`Staff rejected your gift card\${because(reason)} \${text(money)} is available again.\${note(notes)}\`,
  },
`,
  },
  {
    file: 'docs/product.md',
    before: '## Portfolio\n',
    text: `## Gift cards

A user requests a gift card: an amount from 10 USDT and a note of at most 200 characters. The amount
is frozen until staff have decided. Approval pays it out of the platform, and above the set value
takes two people; rejection needs a reason and makes the amount available again. The owner is
notified, finds the result in the transaction history and every request at \`/gift-cards\`.

`,
  },
]
