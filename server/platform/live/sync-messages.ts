import type { DataSyncMessage, LiveAction } from '#shared/contract/live.ts'
import { instantOf } from '#shared/time.ts'

/** An event as far as the live channel looks at it: that something changed, never what. */
export interface ChangeSeen {
  readonly stream: string
  readonly kind: string
  readonly type: string
  readonly ownerId: string | null
  readonly movesMoney: boolean
  readonly recordedAt: Date
}

export interface Addressed {
  readonly to: 'everyone' | { readonly userId: string | null }
  readonly message: DataSyncMessage
}

const ACTION_OF_KIND: Readonly<Record<string, LiveAction>> = {
  deposit: 'deposit',
  'deposit-address': 'deposit_address',
  withdrawal: 'withdraw',
  'address-book': 'withdraw',
  'spot-order': 'trades',
  futures: 'trades',
  conversion: 'transactions',
  adjustment: 'portfolio',
  stake: 'staking',
  loan: 'loan',
  kyc: 'kyc',
  user: 'user',
  conversation: 'support_conversation',
  reconciliation: 'ledger_check',
}

/**
 * What clients are told of an event: its owner and staff hear that they should fetch again. Where
 * money moved, the portfolio changed too. Deposit addresses belong to nobody and concern everybody.
 *
 * Source: docs/product.md, Live updates
 */
export function syncMessagesFor(change: ChangeSeen): Addressed[] {
  const action = actionOf(change)
  const actions = new Set<LiveAction>(action ? [action] : [])
  if (change.movesMoney) actions.add('portfolio')
  const to = action === 'deposit_address' ? 'everyone' : { userId: change.ownerId }
  return [...actions].map((each) => ({
    to,
    message: {
      type: 'data_sync',
      data: {
        action: each,
        userId: change.ownerId,
        entityId: change.stream.slice(change.kind.length + 1),
        timestamp: instantOf(change.recordedAt.getTime()),
      },
    },
  }))
}

function actionOf({ kind, type }: ChangeSeen): LiveAction | undefined {
  if (kind === 'user' && type.includes('Password')) return 'password'
  if (kind === 'conversation' && type.includes('Message')) return 'support_message'
  return ACTION_OF_KIND[kind]
}
