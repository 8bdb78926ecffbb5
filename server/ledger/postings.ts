import type { CatalogEvent, EventType } from '#server/events/catalog.ts'
import type { Transfer } from '#server/events/log.ts'
import { parseUnits } from '#shared/money.ts'
import { type Account, availableOf, frozenOf, houseOf } from './chart.ts'

/** The types that leave every balance as it is. */
export const movesNoMoney = [
  'DepositAddressAdded',
  'DepositAddressChanged',
  'DepositAddressActivated',
  'DepositAddressDeactivated',
  'DepositRequested',
  'DepositRejected',
  'DepositAcknowledged',
  'WithdrawalAcknowledged',
  'AddressSaved',
  'SavedAddressRenamed',
  'SavedAddressRemoved',
  'AdjustmentProposed',
  'AdjustmentDropped',
  'FirstApprovalGiven',
  'FuturesHidden',
  'EntryHidden',
  'KycSubmitted',
  'KycApproved',
  'KycRejected',
  'KycReset',
  'KycRevealed',
  'LoanRequested',
  'LoanRejected',
  'LoanDueSoon',
  'LoanOverdue',
  'ReconciliationRequested',
  'ReconciliationPassed',
  'ReconciliationFailed',
  'UserMessageSent',
  'SupportMessageSent',
  'UserMessagesRead',
  'SupportMessagesRead',
  'ConversationClosed',
  'ConversationReopened',
  'UserSignedUp',
  'EmailConfirmed',
  'PasswordChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'RoleGranted',
  'UserDisabled',
  'UserEnabled',
  'CreditScoreChanged',
  'UserDeleted',
] as const satisfies readonly EventType[]

export type MoneyEvent = Exclude<CatalogEvent, { type: (typeof movesNoMoney)[number] }>

/**
 * Every movement of money on the platform: the transfers that an event means.
 *
 * Shape   each transfer takes its amount from one account and gives it to another of the same
 *         asset, so an event sums to zero by construction; amounts of zero are left out
 * Units   1e-8 of the account's asset
 */
export function transfersFor(event: CatalogEvent, owner: bigint | null): Transfer[] {
  if (isMoneyless(event)) return []
  if (owner === null) throw new Error(`${event.type} moves money but its stream has no owner`)
  return moneyTransfers(event, owner).filter((transfer) => transfer.amount !== 0n)
}

function moneyTransfers(event: MoneyEvent, user: bigint): Transfer[] {
  switch (event.type) {
    case 'DepositApproved': {
      const { symbol, amount } = event.data
      return [move(houseOf('custody', symbol), availableOf(user, symbol), amount)]
    }
    case 'WithdrawalRequested': {
      const { symbol, amount } = event.data
      return [move(availableOf(user, symbol), frozenOf(user, symbol), amount)]
    }
    case 'WithdrawalApproved': {
      const { symbol, amount } = event.data
      return [move(frozenOf(user, symbol), houseOf('custody', symbol), amount)]
    }
    case 'WithdrawalRejected':
    case 'WithdrawalCancelled': {
      const { symbol, amount } = event.data
      return [move(frozenOf(user, symbol), availableOf(user, symbol), amount)]
    }
    case 'SpotOrderPlaced': {
      const { symbol, amount } = event.data.reserved
      return [move(availableOf(user, symbol), frozenOf(user, symbol), amount)]
    }
    case 'SpotOrderExecuted': {
      const { spent, received } = event.data
      return [
        move(frozenOf(user, spent.symbol), houseOf('trading', spent.symbol), spent.amount),
        move(
          houseOf('trading', received.symbol),
          availableOf(user, received.symbol),
          received.amount,
        ),
      ]
    }
    case 'SpotOrderRejected':
    case 'SpotOrderCancelled': {
      const { symbol, amount } = event.data.released
      return [move(frozenOf(user, symbol), availableOf(user, symbol), amount)]
    }
    case 'StakeOpened': {
      const { symbol, amount } = event.data.principal
      return [move(availableOf(user, symbol), frozenOf(user, symbol), amount)]
    }
    case 'StakeMatured': {
      const { principal, interest } = event.data
      return [
        move(
          frozenOf(user, principal.symbol),
          availableOf(user, principal.symbol),
          principal.amount,
        ),
        move(
          houseOf('interest', interest.symbol),
          availableOf(user, interest.symbol),
          interest.amount,
        ),
      ]
    }
    case 'ConversionExecuted': {
      const { given, received } = event.data
      return [
        move(availableOf(user, given.symbol), houseOf('trading', given.symbol), given.amount),
        move(
          houseOf('trading', received.symbol),
          availableOf(user, received.symbol),
          received.amount,
        ),
      ]
    }
    case 'FuturesOpened': {
      const { symbol, amount } = event.data.stake
      return [move(availableOf(user, symbol), frozenOf(user, symbol), amount)]
    }
    case 'FuturesSettled': {
      const { returned, lost, won } = event.data
      return [
        move(frozenOf(user, returned.symbol), availableOf(user, returned.symbol), returned.amount),
        move(frozenOf(user, lost.symbol), houseOf('futures', lost.symbol), lost.amount),
        move(houseOf('futures', won.symbol), availableOf(user, won.symbol), won.amount),
      ]
    }
    case 'FuturesVoided': {
      const { symbol, amount } = event.data.returned
      return [move(frozenOf(user, symbol), availableOf(user, symbol), amount)]
    }
    case 'LoanApproved': {
      const { symbol, amount } = event.data.principal
      return [move(houseOf('loans', symbol), availableOf(user, symbol), amount)]
    }
    case 'LoanRepaid': {
      const { principal, interest, penalty } = event.data
      const available = availableOf(user, principal.symbol)
      return [
        move(available, houseOf('loans', principal.symbol), principal.amount),
        move(available, houseOf('interest', interest.symbol), interest.amount),
        move(available, houseOf('interest', penalty.symbol), penalty.amount),
      ]
    }
    case 'BalanceAdjusted': {
      const { symbol, direction, amount } = event.data
      const [house, available] = [houseOf('adjustments', symbol), availableOf(user, symbol)]
      return [
        direction === 'credit' ? move(house, available, amount) : move(available, house, amount),
      ]
    }
    case 'PortfolioAdjusted':
      return event.data.changes.map(({ symbol, direction, amount }) => {
        const [house, available] = [houseOf('adjustments', symbol), availableOf(user, symbol)]
        return direction === 'credit'
          ? move(house, available, amount)
          : move(available, house, amount)
      })
    default:
      return unposted(event)
  }
}

function move(debit: Account, credit: Account, amount: string): Transfer {
  return { debit, credit, amount: parseUnits(amount) }
}

/** Whether an event leaves every balance as it is. */
export function isMoneyless(event: CatalogEvent): event is Exclude<CatalogEvent, MoneyEvent> {
  return (movesNoMoney as readonly string[]).includes(event.type)
}

/** A type with neither a case above nor an entry in `movesNoMoney` does not get past the compiler. */
function unposted(event: never): never {
  throw new Error(`no posting for ${JSON.stringify(event)}`)
}
