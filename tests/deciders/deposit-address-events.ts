import type { DepositAddressEvent } from '#server/features/deposit-addresses/events.ts'

export const facts = { by: 'admin-1', at: '2026-01-31T09:30:00.000Z', isAlone: false }
export const place = { symbol: 'USDT', network: 'TRC20' }
export const base = { ...place, changedBy: facts.by, changedAt: facts.at }
export const named = { ...place, isWellFormed: true, isOfCustomer: false }
export const first = { ...named, address: 'first' }
export const second = { ...named, address: 'second' }

export function proposed(
  change: 'add' | 'change' | 'activate',
  address: string,
  takesEffectAt: string | null = null,
): DepositAddressEvent {
  const firstApproval = { approvedBy: facts.by, approvedAt: facts.at, notes: null }
  return {
    type: 'DepositAddressProposed',
    data: {
      ...place,
      change,
      previousAddress: change === 'add' ? '' : 'first',
      address,
      firstApproval: { ...firstApproval, value: null, above: '0', ticks: [] },
      takesEffectAt,
    },
  }
}

export const added: DepositAddressEvent = {
  type: 'DepositAddressAdded',
  data: { ...base, address: 'first' },
}
export const changed: DepositAddressEvent = {
  type: 'DepositAddressChanged',
  data: { ...base, previousAddress: 'first', address: 'second' },
}
export const deactivated: DepositAddressEvent = {
  type: 'DepositAddressDeactivated',
  data: { ...base, address: 'first' },
}
export const activated: DepositAddressEvent = {
  type: 'DepositAddressActivated',
  data: { ...base, address: 'first' },
}
