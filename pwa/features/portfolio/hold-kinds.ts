interface HoldKind {
  readonly label: string
  /** Where its owner finds it. */
  readonly to: string
}

/** What a person calls each kind of item that may hold their money. */
export const HOLD_KINDS: Readonly<Record<string, HoldKind>> = {
  'spot-order': { label: 'Spot order', to: '/exchange' },
  futures: { label: 'Futures trade', to: '/futures' },
  stake: { label: 'Stake', to: '/?open=staking' },
  withdrawal: { label: 'Withdrawal', to: '/?open=transaction-history' },
}
