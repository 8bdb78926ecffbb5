import type { CatalogEvent, EventType } from '#server/events/catalog.ts'
import type { Transfer } from '#server/events/log.ts'
import { formatUnits, isRecordable, parseUnits } from '#shared/money.ts'
import { convertedAmount } from '#shared/rules/conversions.ts'
import { type Account, availableOf, frozenOf, type House, houseOf } from './chart.ts'

/** Types of events that change no balance. */
export const movesNoMoney = [
  'DepositAddressProposed',
  'DepositAddressProposalDropped',
  'DepositAddressAdded',
  'DepositAddressChanged',
  'DepositAddressActivated',
  'DepositAddressDeactivated',
  'DepositRequested',
  'DepositRejected',
  'DepositAcknowledged',
  'WithdrawalSendingStarted',
  'WithdrawalSendingOverdue',
  'WithdrawalSendingStopped',
  'WithdrawalAcknowledged',
  'ResultsSeen',
  'AddressSaved',
  'SavedAddressRenamed',
  'SavedAddressRemoved',
  'AllowlistTurnedOn',
  'AllowlistEndSet',
  'AdjustmentProposed',
  'AdjustmentDropped',
  'FirstApprovalGiven',
  'FuturesEntered',
  'FuturesHidden',
  'EntryHidden',
  'NameChanged',
  'ResetLinkSent',
  'SessionReused',
  'SessionCopied',
  'SecondFactorResetRequested',
  'SecondFactorReset',
  'SecondFactorResetDropped',
  'StaffSignedIn',
  'StaffSignInFailed',
  'StaffAttemptRefused',
  'KycSubmitted',
  'KycApproved',
  'KycRejected',
  'KycReset',
  'KycReopened',
  'KycRevealed',
  'LoanRequested',
  'LoanRejected',
  'LoanCancelled',
  'LoanDocumentDownloaded',
  'LoanDueSoon',
  'LoanOverdue',
  'ReconciliationRequested',
  'ReconciliationPassed',
  'ReconciliationFailed',
  'PositionsLost',
  'LiabilitiesRequested',
  'LiabilitiesPublished',
  'BackupDrillPassed',
  'BackupDrillFailed',
  'BackupOverdue',
  'BackupResumed',
  'LogKeyAdopted',
  'SigningRefused',
  'SigningResumed',
  'ReserveAdded',
  'ReserveBalanceEntered',
  'ReserveRemoved',
  'UserMessageSent',
  'SupportMessageSent',
  'UserMessagesRead',
  'SupportMessagesRead',
  'ConversationClosed',
  'UrgencyCleared',
  'EntriesHidden',
  'ConversationReopened',
  'UserSignedUp',
  'EmailConfirmed',
  'PasswordChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'PasskeyAdded',
  'PasskeyRenamed',
  'PasskeyRemoved',
  'RecoveryCodesRenewed',
  'WithdrawalsFrozen',
  'RoleGranted',
  'UserDisabled',
  'UserEnabled',
  'CreditScoreChanged',
  'UserDeleted',
] as const satisfies readonly EventType[]

const MONEYLESS: ReadonlySet<string> = new Set(movesNoMoney)

export type MoneyEvent = Exclude<CatalogEvent, { type: (typeof movesNoMoney)[number] }>

/**
 * Every movement of money on the platform: the transfers that each event causes.
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
    case 'DepositApproved':
      return [receive(user, 'custody', event.data)]
    case 'WithdrawalRequested':
      return [freeze(user, event.data)]
    case 'WithdrawalApproved':
      return [takeFrozen(user, 'custody', event.data)]
    case 'WithdrawalRejected':
    case 'WithdrawalCancelled':
      return [release(user, event.data)]
    case 'SpotOrderPlaced':
      return [freeze(user, event.data.reserved)]
    case 'SpotOrderExecuted':
      return [
        takeFrozen(user, 'trading', event.data.spent),
        receive(user, 'trading', event.data.received),
        ...(event.data.returned ? [release(user, event.data.returned)] : []),
      ]
    case 'SpotOrderRejected':
    case 'SpotOrderCancelled':
      return [release(user, event.data.released)]
    case 'StakeOpened':
      return [freeze(user, event.data.principal)]
    case 'StakeMatured':
      return [release(user, event.data.principal), receive(user, 'interest', event.data.interest)]
    case 'ConversionExecuted':
      assertAtItsTerms(event.data)
      return [pay(user, 'trading', event.data.given), receive(user, 'trading', event.data.received)]
    case 'FuturesRequested':
    case 'FuturesOpened':
      return [freeze(user, event.data.stake)]
    case 'FuturesSettled': {
      const { returned, lost, won } = event.data
      return [
        release(user, returned),
        takeFrozen(user, 'futures', lost),
        receive(user, 'futures', won),
      ]
    }
    case 'FuturesVoided':
      return [release(user, event.data.returned)]
    case 'LoanApproved':
      return [receive(user, 'loans', event.data.principal)]
    case 'LoanRepaid': {
      const { principal, interest, penalty } = event.data
      return [
        pay(user, 'loans', principal),
        pay(user, 'interest', interest),
        pay(user, 'interest', penalty),
      ]
    }
    case 'BalanceAdjusted':
      return [adjust(user, event.data)]
    case 'PortfolioAdjusted':
      return event.data.changes.map((change) => adjust(user, change))
    default:
      return unposted(event)
  }
}

interface Money {
  readonly symbol: string
  readonly amount: string
}

const freeze = (user: bigint, { symbol, amount }: Money) =>
  move(availableOf(user, symbol), frozenOf(user, symbol), amount)

const release = (user: bigint, { symbol, amount }: Money) =>
  move(frozenOf(user, symbol), availableOf(user, symbol), amount)

const takeFrozen = (user: bigint, house: House, { symbol, amount }: Money) =>
  move(frozenOf(user, symbol), houseOf(house, symbol), amount)

const pay = (user: bigint, house: House, { symbol, amount }: Money) =>
  move(availableOf(user, symbol), houseOf(house, symbol), amount)

const receive = (user: bigint, house: House, { symbol, amount }: Money) =>
  move(houseOf(house, symbol), availableOf(user, symbol), amount)

const adjust = (user: bigint, change: Money & { readonly direction: 'credit' | 'debit' }) =>
  (change.direction === 'credit' ? receive : pay)(user, 'adjustments', change)

function move(debit: Account, credit: Account, amount: string): Transfer {
  const units = parseUnits(amount)
  if (!isRecordable(units)) throw new Error(`the ledger takes no amount like ${amount}`)
  return { debit, credit, amount: units }
}

/** True for an event that changes no balance. */
export function isMoneyless(event: CatalogEvent): event is Exclude<CatalogEvent, MoneyEvent> {
  return MONEYLESS.has(event.type)
}

/** A type with neither a case above nor an entry in `movesNoMoney` does not compile. */
function unposted(event: never): never {
  throw new Error(`no posting for ${JSON.stringify(event)}`)
}

/**
 * A conversion credits the amount that follows from its two recorded prices and its spread; older
 * events have no spread.
 */
function assertAtItsTerms(
  conversion: Extract<CatalogEvent, { type: 'ConversionExecuted' }>['data'],
): void {
  const { given, received, fromTick, toTick, spreadPercent } = conversion
  if (spreadPercent === undefined) return
  const prices = [parseUnits(fromTick.price), parseUnits(toTick.price)] as const
  const due = convertedAmount(parseUnits(given.amount), ...prices, spreadPercent)
  if (due !== parseUnits(received.amount)) {
    throw new Error(`it credits ${received.amount}, and its terms say ${formatUnits(due)}`)
  }
}
