import { expect, type Page } from '@playwright/test'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { reviewLoan } from '#shared/contract/loan-reviews.ts'
import { submitLoan } from '#shared/contract/loans.ts'
import { placeTrade } from '#shared/contract/spot-orders.ts'
import { startConversation } from '#shared/contract/support.ts'
import { completeSignUp } from '#shared/contract/users.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { WAIT_MS_MAX } from '#tests/support/patience.ts'
import type { People, Person } from './people.ts'
import { NOWHERE } from './walk.ts'

/** A page or dialog that the journey through all screens visits. */
export interface Screen {
  readonly path: string
  /** Opens the part of the screen to check. */
  readonly act?: (page: Page) => Promise<void>
  /** Text that is visible once the screen has settled. */
  readonly shows: string | RegExp
}

export const PURPOSE = 'Winter tyres'
export const QUESTION = 'Where is my deposit?'

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

const openCase = (name: RegExp) => (page: Page) =>
  page.getByRole('list', { name: 'Pending requests' }).getByRole('link', { name }).first().click()

export const WITHOUT_SESSION: readonly Screen[] = [
  { path: '/login', shows: 'Create an account' },
  { path: '/login', act: press('Log in'), shows: 'Please enter your email.' },
  { path: '/login', act: press('Forgot password?'), shows: 'Send the link' },
  { path: '/signup', act: press('Sign up'), shows: 'Please enter your full name.' },
  { path: '/install', shows: /^In Safari/ },
  { path: '/accessibility', shows: 'Known limits' },
  { path: '/reserves', shows: 'Reserves and liabilities' },
]

export const OF_A_CUSTOMER: readonly Screen[] = [
  { path: '/', shows: /^\$\d[\d,]*\.\d\d$/ },
  { path: '/?open=deposit', shows: /Min 10 USDT/ },
  { path: '/?open=deposit', act: press(/^USDT/), shows: 'Copy address' },
  {
    path: '/?open=deposit',
    act: async (page) => {
      await press(/^USDT/)(page)
      await press('I have sent it')(page)
    },
    shows: 'Payment screenshot',
  },
  { path: '/?open=withdraw', shows: 'Saved addresses' },
  { path: '/?open=withdraw', act: press('Saved addresses'), shows: /^No saved/ },
  { path: '/?open=portfolio', shows: 'Total value' },
  { path: '/?open=portfolio', act: press(/^Show as a table/), shows: 'Hide the table' },
  { path: '/?open=transaction-history', shows: 'Show archived' },
  {
    path: '/?open=loan-application',
    act: (page) => page.getByRole('dialog').getByRole('button', { name: '30 days' }).click(),
    shows: 'If late',
  },
  {
    path: '/?open=loan-application',
    act: press('Submit application'),
    shows: 'Please fill in all required fields',
  },
  { path: '/?open=loan-application', act: press('loan agreement'), shows: /Late payment$/ },
  { path: '/?open=loan-history', shows: 'Due soon' },
  { path: '/?open=loan-history', act: press(/^Pay the loan/), shows: 'Available afterwards' },
  { path: '/?open=verification', shows: /^Submitted on/ },
  { path: '/loan', shows: 'Selfie with your ID' },
  {
    path: '/loan',
    act: async (page) => {
      await page.getByRole('checkbox').check()
      await press('Submit application')(page)
    },
    shows: 'Please fill in all required fields',
  },
  { path: '/exchange', shows: 'Pending approval' },
  { path: '/exchange', act: press(/^Cancel buy order/), shows: 'Cancel this order?' },
  { path: '/exchange', act: press(/^Show as a table/), shows: 'Hide the table' },
  { path: '/exchange?tab=history', shows: 'No order history found' },
  { path: '/futures', shows: 'If it ended now' },
  { path: '/futures', act: press('CONFIRM'), shows: 'Minimum trade amount is 50 USDT.' },
  { path: '/futures', act: press(/^Details of/), shows: 'Trade Details' },
  { path: '/futures?tab=closed', shows: 'No closed trades' },
  { path: '/market', shows: /circulating supply/ },
  { path: '/support', shows: 'Where is my deposit?' },
  { path: '/profile', shows: 'This device' },
  { path: '/profile', act: press('Update the password'), shows: 'New password' },
  { path: '/activity', shows: 'Deposit approved' },
  { path: '/activity', act: press(/^Deposit approved/), shows: 'Position in the log' },
  { path: '/activity?kind=conversion', shows: 'Nothing matches' },
  { path: '/activity?view=security', shows: 'Address saved' },
  { path: '/activity?view=balances', shows: /after position/ },
  { path: '/activity?view=statement', shows: 'What the file contains' },
  { path: NOWHERE, shows: '404 Page Not Found' },
  // This screen comes last: its notice stays above every page and may cover a button of the next
  // screen.
  { path: '/futures', act: press(/^Countdown of/), shows: 'Close, keep it running' },
]

export const OF_STAFF: readonly Screen[] = [
  { path: '/admin/dashboard', shows: 'BTC/USDT' },
  { path: '/admin/dashboard', act: press(/^Approve the order/), shows: 'Approve and execute?' },
  { path: '/admin/dashboard', act: press(/^Reject the order/), shows: 'Reject this order?' },
  { path: '/admin/dashboard?tab=order-history', shows: 'Pending approval' },
  { path: '/admin/dashboard?tab=analytics', shows: /^Sign-ups/ },
  { path: '/admin/reviews', shows: /^Buy BTC.USDT, limit/ },
  { path: '/admin/reviews', act: openCase(/^Deposit/), shows: /^Balances$/ },
  {
    path: '/admin/users',
    act: (page) => page.getByRole('button', { name: /^Deposit Requests \(\d/ }).waitFor(),
    shows: 'Deposit History',
  },
  { path: '/admin/users', act: press('Show Auth Details'), shows: 'Password status' },
  { path: '/admin/users', act: press('Change Password'), shows: 'New password' },
  { path: '/admin/users', act: press(/^Manage/), shows: 'Save score' },
  {
    path: '/admin/users',
    act: async (page) => {
      await press(/^Manage/)(page)
      await page.getByRole('tab', { name: 'Portfolio' }).click()
    },
    shows: 'Save portfolio',
  },
  { path: '/admin/users?open=adjustments', shows: /^(No pending adjustments|Reject)$/ },
  { path: '/admin/users?open=kyc', shows: 'SSN' },
  { path: '/admin/users?open=deposit-requests', shows: 'View screenshot' },
  { path: '/admin/users?open=deposit-requests', act: press('Reject'), shows: 'Rejection Reason' },
  { path: '/admin/users?open=deposit-history', shows: 'View screenshot' },
  { path: '/admin/users?open=loan-management', shows: 'Winter tyres' },
  { path: '/admin/loans', shows: 'Winter tyres' },
  { path: '/admin/loans', act: press(/^View Details/), shows: 'Monthly income' },
  { path: '/admin/loans', act: press(/^Approve the loan/), shows: 'Approve this loan?' },
  { path: '/admin/loans', act: press(/^Reject the loan/), shows: 'Rejection Reason' },
  { path: '/admin/support', shows: 'Where is my deposit?' },
  {
    path: '/admin/support',
    act: (page) =>
      page
        .getByRole('link', { name: /Where is my deposit/ })
        .first()
        .click(),
    shows: 'Canned replies',
  },
  { path: '/admin/audit', shows: 'Loan approved' },
  { path: '/admin/audit', act: press(/^Loan approved/), shows: 'Verify in this browser' },
  { path: '/admin/reconciliation', shows: 'Followers of the log' },
  // A statement is published every morning, which may be now.
  { path: '/admin/liabilities', shows: /^(Nothing published yet|As published)$/ },
  { path: '/admin/reserves', shows: 'A balance is missing' },
  { path: '/admin/reserves', act: press('Add address'), shows: 'Signature' },
  { path: '/admin/reserves', act: press('Enter balance'), shows: 'Where it was read' },
  { path: '/admin/reserves', act: press('Remove'), shows: 'Remove this address?' },
  { path: '/admin/settings', shows: 'Versions' },
  { path: '/admin/settings', act: press('Versions'), shows: /^Version 1/ },
  { path: '/admin/settings', act: press('Edit'), shows: 'Save' },
  { path: '/admin/settings', act: press('Add address'), shows: 'Coin and network' },
]

/** A user with money, a loan, a running futures trade and a pending request of each kind. */
export async function withEverything(people: People, name?: string): Promise<Person> {
  const person = await people.customer({ USDT: '500' })
  if (name !== undefined) {
    await person.api.call(completeSignUp, { body: { full_name: name, phone: '+1 555 0100' } })
  }
  await person.api.call(submitDeposit, {
    body: { symbol: 'USDT', amount: '20' },
    files: { screenshot: await photo() },
  })
  await person.api.call(placeTrade, {
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.001', price: '1000' },
  })
  const apply = () =>
    person.api.call(submitLoan, {
      body: { amount: '100', purpose: PURPOSE, duration: '7' },
      files: {},
    })
  const { loan } = await apply()
  const staff = await people.staff()
  await staff.api.call(reviewLoan, { params: { id: loan.id }, body: { action: 'approve' } })
  await apply()
  // Futures are offered once prices have arrived often enough.
  await expect(async () => {
    await person.api.call(submitFutures, {
      body: { symbol: 'BTC/USDT', side: 'long', amount: '50', duration: 600 },
    })
  }).toPass({ timeout: WAIT_MS_MAX })
  const image = await photo()
  await person.api.call(submitKyc, {
    body: { fullName: name ?? 'Demo User', ssn: '123-45-6789', address: '1 Example Street' },
    files: { kycFrontId: image, kycBackId: image, kycSelfieWithId: image },
  })
  await person.api.call(startConversation, { body: { message: QUESTION } })
  return person
}
