import { expect, it } from 'vitest'
import { titleOfType } from '#server/events/event-title.ts'

it.each([
  ['DepositRequested', 'Deposit requested'],
  ['KycSubmitted', 'Verification submitted'],
  ['FuturesEntered', 'Futures trade entered'],
  ['FuturesVoided', 'Futures trade void'],
  ['AdjustmentDropped', 'Adjustment rejected'],
  ['SecondFactorResetDropped', 'Second factor reset rejected'],
  ['StaffSignedIn', 'Staff logged in'],
  ['StaffSignInFailed', 'Staff log-in failed'],
  ['UserSignedUp', 'User signed up'],
])('the title of %s is "%s"', (type, title) => {
  expect(titleOfType(type)).toBe(title)
})
