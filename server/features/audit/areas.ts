import { adjustmentEvents } from '#server/events/catalog/adjustments.ts'
import { approvalEvents } from '#server/events/catalog/approvals.ts'
import { conversionEvents } from '#server/events/catalog/conversions.ts'
import { depositAddressEvents } from '#server/events/catalog/deposit-addresses.ts'
import { depositEvents } from '#server/events/catalog/deposits.ts'
import { futuresEvents } from '#server/events/catalog/futures.ts'
import { hidingEvents } from '#server/events/catalog/hiding.ts'
import { kycEvents } from '#server/events/catalog/kyc.ts'
import { loanEvents } from '#server/events/catalog/loans.ts'
import { reconciliationEvents } from '#server/events/catalog/reconciliation.ts'
import { savedAddressEvents } from '#server/events/catalog/saved-addresses.ts'
import { spotOrderEvents } from '#server/events/catalog/spot-orders.ts'
import { stakingEvents } from '#server/events/catalog/staking.ts'
import { supportEvents } from '#server/events/catalog/support.ts'
import { userEvents } from '#server/events/catalog/user.ts'
import { withdrawalEvents } from '#server/events/catalog/withdrawals.ts'
import { CATALOG } from '#server/events/catalog.ts'

/** A part of the platform, as staff look for acts. */
export interface Area {
  readonly area: string
  readonly label: string
  readonly types: readonly string[]
}

const NAMED: readonly Area[] = [
  area('users', 'Users', userEvents),
  area('verification', 'Verification', kycEvents),
  area('deposits', 'Deposits', depositEvents),
  area('withdrawals', 'Withdrawals', withdrawalEvents),
  area('orders', 'Spot orders', spotOrderEvents),
  area('futures', 'Futures', futuresEvents),
  area('conversions', 'Conversions', conversionEvents),
  area('staking', 'Staking', stakingEvents),
  area('loans', 'Loans', loanEvents),
  area('approvals', 'Second approvals', approvalEvents),
  area('hidden-entries', 'Hidden entries', hidingEvents),
  area('adjustments', 'Adjustments', adjustmentEvents),
  area('deposit-addresses', 'Deposit addresses', depositAddressEvents),
  area('saved-addresses', 'Saved addresses', savedAddressEvents),
  area('support', 'Support', supportEvents),
  area('reconciliation', 'Reconciliation', reconciliationEvents),
]

/** Every type of event that may stand in the log. */
export const ALL_TYPES: readonly string[] = Object.keys(CATALOG)

const inNoArea = ALL_TYPES.filter((type) => !NAMED.some(({ types }) => types.includes(type)))

/** All of them together hold every type: what nobody has given a place stands under "Other". */
export const AREAS: readonly Area[] =
  inNoArea.length === 0 ? NAMED : [...NAMED, { area: 'other', label: 'Other', types: inNoArea }]

const AREA_OF_TYPE = new Map(AREAS.flatMap((each) => each.types.map((type) => [type, each])))

export function areaOfType(type: string): string {
  return AREA_OF_TYPE.get(type)?.label ?? 'Other'
}

function area(name: string, label: string, events: object): Area {
  return { area: name, label, types: Object.keys(events) }
}
