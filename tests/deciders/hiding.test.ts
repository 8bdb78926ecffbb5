import { expect, it } from 'vitest'
import { deposits } from '#server/features/deposits/decider.ts'
import { spotOrders } from '#server/features/spot-orders/decider.ts'
import { withdrawals } from '#server/features/withdrawals/decider.ts'
import { hideEntry } from '#server/reviews/decide-hiding.ts'
import type { HidingEvent } from '#server/reviews/events.ts'

const AT = '2026-01-31T09:30:00.000Z'
const facts = { over: ['approved', 'rejected'], hiddenBy: 'admin-1', at: AT }
const hidden: HidingEvent = {
  type: 'EntryHidden',
  data: { hiddenBy: 'admin-1', hiddenAt: AT },
}

it('a finished entry is hidden once', () => {
  expect(hideEntry({ status: 'approved' }, facts)).toEqual(hidden)
  expect(hideEntry({ status: 'rejected', hiddenForUser: false }, facts)).toEqual(hidden)
  expect(hideEntry({ status: 'rejected', hiddenForUser: true }, facts)).toEqual({
    refused: 'history.hidden',
  })
})

it('a waiting or unknown entry cannot be hidden', () => {
  expect(hideEntry({ status: 'pending' }, facts)).toEqual({ refused: 'history.open' })
  expect(hideEntry({ status: 'none' }, facts)).toEqual({ refused: 'item.unknown' })
})

it.each([
  ['deposit', deposits.evolve({ ...deposits.initial, status: 'approved' }, hidden)],
  ['withdrawal', withdrawals.evolve({ ...withdrawals.initial, status: 'approved' }, hidden)],
  ['order', spotOrders.evolve({ ...spotOrders.initial, status: 'executed' }, hidden)],
])('a hidden %s keeps its status', (_, state) => {
  expect(state.hiddenForUser).toBe(true)
  expect(['approved', 'executed']).toContain(state.status)
})
