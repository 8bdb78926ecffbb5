import { problemOf as depositProblem, EMPTY_DRAFT } from '#pwa/features/deposits/deposit-draft.ts'
import {
  type WithdrawForm,
  problemOf as withdrawalProblem,
} from '#pwa/features/withdrawals/withdraw-draft.ts'
import { reviewDeposit, submitDeposit } from '#shared/contract/deposits.ts'
import { submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { type DepositCoin, depositCoin } from '#shared/rules/deposits.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { WALLET } from '#tests/e2e/support/people.ts'
import { fillDeposit } from '#tests/e2e/support/screens.ts'
import type { ActingOn, MessageRow, Setting } from './message-row.ts'

// Deposits, withdrawals and their history.

const coin = depositCoin('USDT') as DepositCoin
const picture = new File(['x'], 'proof.png', { type: 'image/png' })

async function deposit({ page }: ActingOn): Promise<void> {
  await fillDeposit(page, 'USDT', '50')
  await page.getByRole('dialog').getByRole('button', { name: 'Submit request' }).click()
}

async function withDepositRequest({ people }: Setting): Promise<string> {
  const { api } = await people.customer()
  await people.offer('USDT')
  const files = { screenshot: await photo() }
  await api.call(submitDeposit, { body: { symbol: 'USDT', amount: '50' }, files })
  return '/admin/users?open=deposit-requests'
}

async function approveDeposit({ page }: ActingOn): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Deposit Requests' })
  await list.getByRole('button', { name: 'Approve' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Approve deposit request' })
  await dialog.getByRole('button', { name: 'Approve' }).click()
}

async function copyAddress({ page }: ActingOn, works: boolean): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  if (!works) {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
  }
  await page.getByRole('dialog').getByRole('button', { name: /^USDT/ }).click()
  await page.getByRole('button', { name: 'Copy address' }).click()
}

const deposits: readonly MessageRow[] = [
  {
    says: 'Missing Information: Please fill in the amount and upload a screenshot.',
    form: () => depositProblem(EMPTY_DRAFT, coin),
  },
  {
    says: 'Invalid Amount: Please enter a valid amount greater than 0.',
    form: () => depositProblem({ amount: '0', screenshot: picture }, coin),
  },
  {
    says: 'Invalid Amount: Minimum deposit is 10 USDT',
    form: () => depositProblem({ amount: '9', screenshot: picture }, coin),
  },
  {
    says: 'No deposit address available for selected cryptocurrency and network.',
    screen: {
      path: '/?open=deposit',
      act: ({ page }) => page.getByRole('dialog').getByRole('button', { name: /^TRX/ }).click(),
    },
  },
  { says: 'Screenshot is required', shownBy: 'tests/api/deposits.test.ts' },
  {
    says: 'Deposit request submitted successfully.',
    screen: { path: '/?open=deposit', act: deposit },
  },
  {
    says: 'Failed to submit deposit request',
    screen: { path: '/?open=deposit', fails: 'POST /api/deposit-requests', act: deposit },
  },
  {
    says: 'Copied!',
    screen: { path: '/?open=deposit', act: (on) => copyAddress(on, true) },
  },
  {
    says: 'Failed to copy text to clipboard. Please try again.',
    screen: { path: '/?open=deposit', act: (on) => copyAddress(on, false) },
  },
  {
    says: 'Deposit request approved successfully',
    screen: { by: 'staff', path: withDepositRequest, act: approveDeposit },
  },
  {
    says: 'Deposit request rejected successfully - User will be notified to re-verify',
    shownBy: 'tests/api/deposits.test.ts',
  },
  {
    says: 'Failed to review deposit request',
    screen: {
      by: 'staff',
      path: withDepositRequest,
      fails: 'POST /review',
      act: approveDeposit,
    },
  },
  {
    says: 'Failed to fetch deposit requests',
    screen: {
      by: 'staff',
      path: '/admin/users?open=deposit-requests',
      fails: 'GET /admin/deposit-requests',
    },
  },
]

const { address: wallet } = WALLET
const draft: WithdrawForm = {
  symbol: 'USDT',
  amount: '5',
  address: wallet,
  label: undefined,
}
const facts = {
  isSignedIn: true,
  available: '10',
  allowed: undefined,
  now: '2026-01-31T09:30:00.000Z',
}

async function withdraw({ page }: ActingOn): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Withdraw USDT' })
  await dialog.getByLabel('Wallet address').fill(wallet)
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('5')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click()
}

async function withWithdrawRequest({ people }: Setting): Promise<string> {
  const { api } = await people.customer({ USDT: '100' })
  await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '5', walletAddress: wallet },
  })
  return '/admin/users?open=withdraw-requests'
}

async function approveWithdrawal({ page }: ActingOn): Promise<void> {
  const list = page.getByRole('dialog', { name: 'Withdraw Requests' })
  await list.getByRole('button', { name: 'Approve' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Approve withdraw request' })
  await dialog.getByRole('button', { name: 'Start sending' }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
}

const withdrawals: readonly MessageRow[] = [
  {
    says: 'Missing Information: Please fill in both amount and wallet address.',
    form: () => withdrawalProblem({ ...draft, address: '' }, facts),
  },
  {
    says: 'Invalid Amount: Please enter a valid amount.',
    form: () => withdrawalProblem({ ...draft, amount: '0' }, facts),
  },
  {
    says: 'Insufficient Balance: You have 1.00000000 USDT available but trying to withdraw 5.00000000 USDT',
    form: () => withdrawalProblem(draft, { ...facts, available: '1' }),
  },
  {
    says: 'Invalid Data: Please log in to withdraw.',
    form: () => withdrawalProblem(draft, { ...facts, isSignedIn: false }),
  },
  {
    says: 'Your withdraw request has been sent to admin for approval.',
    shownBy: 'tests/e2e/withdrawals.spec.ts',
  },
  {
    says: 'Withdraw Request Failed: Failed to submit withdraw request. Please try again.',
    screen: { path: '/?open=withdraw', fails: 'POST /api/withdraw-requests', act: withdraw },
  },
  {
    says: 'Failed to review withdraw request',
    screen: {
      by: 'staff',
      path: withWithdrawRequest,
      fails: 'POST /review',
      act: approveWithdrawal,
    },
  },
  {
    says: 'Error loading withdraw requests: Failed to fetch withdraw requests',
    screen: {
      by: 'staff',
      path: '/admin/users?open=withdraw-requests',
      fails: 'GET /admin/withdraw-requests',
    },
  },
]

async function acknowledge(on: ActingOn): Promise<void> {
  const { page, people, person } = on
  const files = { screenshot: await photo() }
  const body = { symbol: 'USDT', amount: '50' } as const
  const { request } = await person.api.call(submitDeposit, { body, files })
  const { api } = await people.staff()
  await api.call(reviewDeposit, { params: { id: request.id }, body: { action: 'approve' } })
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).first().click()
}

const HISTORY = '/?open=transaction-history'

const history: readonly MessageRow[] = [
  {
    says: 'Failed to fetch transactions',
    screen: { path: HISTORY, fails: 'GET /api/transactions' },
  },
  {
    says: 'Failed to acknowledge transaction',
    screen: { path: HISTORY, fails: 'POST /api/transactions', act: acknowledge },
  },
  { says: 'No new notifications', shownBy: 'tests/e2e/spine.spec.ts' },
  { says: 'No transaction history', screen: { path: HISTORY } },
  {
    says: 'Failed to fetch portfolio',
    screen: { path: '/?open=portfolio', fails: 'GET /api/portfolio' },
  },
  { says: 'Auth session missing!', shownBy: 'tests/platform/mount.test.ts' },
]

export const PAYMENTS: Readonly<Record<string, readonly MessageRow[]>> = {
  deposits,
  withdrawals,
  history,
}
