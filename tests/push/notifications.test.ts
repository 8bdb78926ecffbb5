import { describe, expect, it } from 'vitest'
import { caseNameOf } from '#pwa/reviews/desk/desk-address.ts'
import type { RecordedEvent } from '#server/events/log.ts'
import { FEATURES } from '#server/features/index.ts'
import { notificationsOf } from '#server/features/push/notifications.ts'
import { ENGLISH } from '#shared/text/english.ts'

const ID = '0190f5b2-0000-7000-8000-000000000001'

/** The part of an event that a notification reads. */
function seen(stream: string, type: string, data: object = {}): RecordedEvent {
  const event: Pick<RecordedEvent, 'stream' | 'type' | 'data'> = { stream, type, data }
  return event as RecordedEvent
}

describe('a notification to staff', () => {
  it.each([
    ['spot-order', 'SpotOrderPlaced'],
    ['deposit', 'DepositRequested'],
    ['withdrawal', 'WithdrawalRequested'],
    ['kyc', 'KycSubmitted'],
    ['loan', 'LoanRequested'],
    ['adjustment', 'AdjustmentProposed'],
    ['deposit', 'FirstApprovalGiven'],
    ['withdrawal', 'FirstApprovalGiven'],
    ['loan', 'FirstApprovalGiven'],
    ['spot-order', 'FirstApprovalGiven'],
  ])('links to its case at the review desk: %s, %s', (kind, type) => {
    const [told] = notificationsOf(FEATURES).of(seen(`${kind}-${ID}`, type))
    expect(told?.sender.to).toBe('staff')
    const address = new URL(told?.messageIn(ENGLISH).url ?? '', 'https://example.com')
    expect(address.pathname).toBe('/admin/reviews')
    expect(caseNameOf(address.searchParams.get('case'), [kind])).toEqual({ kind, id: ID })
  })
})

describe('a change of a password', () => {
  const toldOf = (by: string) =>
    notificationsOf(FEATURES).of(seen(`user-${ID}`, 'PasswordChanged', { by }))

  it('notifies its owner, and also staff if one of them set it', () => {
    expect(toldOf('owner').map(({ sender }) => sender.to)).toEqual(['owner'])
    expect(toldOf('admin').map(({ sender }) => sender.to)).toEqual(['owner', 'staff'])
  })

  it('opens the user for staff, who cannot turn it off', () => {
    const toStaff = toldOf('admin').at(-1)
    expect(toStaff?.sender.isAlwaysOn).toBe(true)
    expect(toStaff?.messageIn(ENGLISH).url).toBe(`/admin/users?open=manage&user=${ID}`)
  })
})
