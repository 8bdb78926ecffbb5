import { failedText } from '#pwa/features/user-management/failed-text.ts'
import { setPicture } from '#shared/contract/account.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import { cancelWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { SECOND_MS } from '#shared/time.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { type People, type Person, WALLET } from '#tests/e2e/support/people.ts'
import type { ActingOn, MessageRow, Setting } from './message-row.ts'

// User management.

const USERS = '/admin/users'
const UNKNOWN_USER = '00000000-0000-4000-8000-000000000000'
const JOURNEY = 'tests/e2e/user-management.spec.ts'

const signedOut = { status: 401, code: 'session.expired', error: '', message: 'x', details: {} }

const customers = new WeakMap<People, Promise<Person>>()

/** All rows share one customer, because every action on it fails. */
function customerOf(people: People): Promise<Person> {
  const known = customers.get(people) ?? people.customer({ USDT: '200' })
  customers.set(people, known)
  return known
}

/** The dialog of the customer, who acts first. */
function toManage(act?: (customer: Person, setting: Setting) => Promise<unknown>) {
  return async (setting: Setting) => {
    const customer = await customerOf(setting.people)
    await act?.(customer, setting)
    return `${USERS}?open=manage&user=${customer.user.id}`
  }
}

/** The list of users with only this customer. */
async function toFind({ people }: Setting): Promise<string> {
  const { email } = await customerOf(people)
  return `${USERS}?search=${email}`
}

async function openTab({ page }: ActingOn, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
}

async function press({ page }: ActingOn, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const dialog = page.getByRole('dialog').last()
    await dialog.getByRole('button', { name, exact: true }).click()
  }
}

async function closeOrder({ api }: Person): Promise<void> {
  const body = { symbol: 'BTC/USDT', side: 'buy', amount: '0.0001', price: '20000' } as const
  const { id } = await api.call(placeTrade, { body })
  await api.call(cancelTrade, { params: { id } })
}

async function closeWithdrawal({ api }: Person): Promise<void> {
  const walletAddress = WALLET.address
  const { request } = await api.call(submitWithdrawal, {
    body: { symbol: 'USDT', amount: '20', walletAddress },
  })
  await api.call(cancelWithdrawal, { params: { id: request.id } })
}

async function closeTrade({ api }: Person, { server }: Setting): Promise<void> {
  await api.call(submitFutures, {
    body: { symbol: 'BTC/USDT', side: 'long', amount: '50', duration: 60 },
  })
  await server.letPass(61 * SECOND_MS)
}

async function hideFutures(on: ActingOn): Promise<void> {
  await openTab(on, 'History')
  await on.page.getByRole('tabpanel').getByText('Futures').click()
  await press(on, 'Hide all', 'Hide')
}

async function setPassword(on: ActingOn): Promise<void> {
  const { page } = on
  await page.getByRole('button', { name: /^Change Password/ }).click()
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Repeat the new password').fill('another password')
  await press(on, 'Change Password')
}

async function withPicture(setting: Setting): Promise<string> {
  const { api } = await customerOf(setting.people)
  await api.call(setPicture, { files: { picture: await photo() } })
  return toFind(setting)
}

async function viewPicture({ page }: ActingOn): Promise<void> {
  await page.getByRole('button', { name: /^View the profile picture/ }).click()
}

const list: readonly MessageRow[] = [
  {
    says: 'Failed to fetch users',
    screen: { by: 'staff', path: USERS, fails: 'GET /api/admin/users' },
  },
  {
    says: 'User not found',
    screen: { by: 'staff', path: `${USERS}?open=manage&user=${UNKNOWN_USER}` },
  },
  {
    says: 'Failed to load image',
    screen: { by: 'staff', path: withPicture, fails: 'GET /api/files', act: viewPicture },
  },
  {
    says: 'Failed to delete user: Admin not authenticated',
    form: () => failedText('Failed to delete user', signedOut),
  },
]

const account: readonly MessageRow[] = [
  { says: 'Credit score must be between 0 and 850', shownBy: JOURNEY },
  { says: 'New password must be at least 6 characters long', shownBy: JOURNEY },
  { says: 'New passwords do not match', shownBy: JOURNEY },
  {
    says: 'Password updated successfully! You can now login with your new password.',
    shownBy: JOURNEY,
  },
  {
    says: 'Invalid response from server',
    screen: {
      by: 'staff',
      path: toFind,
      fails: 'POST /admin/update-user-password',
      act: setPassword,
    },
  },
  {
    says: 'Failed to update password: The server took too long to answer. Please try again.',
    form: () =>
      failedText('Failed to update password', {
        ...signedOut,
        status: 0,
        code: 'network.timeout',
        message: 'The server took too long to answer. Please try again.',
      }),
  },
  { says: 'Failed to delete user', shownBy: JOURNEY },
  { says: 'Your account is disabled. Please contact support.', shownBy: JOURNEY },
]

const portfolio: readonly MessageRow[] = [
  {
    says: 'Failed to load portfolio',
    screen: {
      by: 'staff',
      path: toManage(),
      fails: 'GET /api/portfolio/',
      act: (on) => openTab(on, 'Portfolio'),
    },
  },
  {
    says: 'Failed to save portfolio',
    screen: {
      by: 'staff',
      path: toManage(),
      fails: 'POST /update-portfolio',
      act: async (on) => {
        await openTab(on, 'Portfolio')
        await on.page.getByLabel('USDT available').fill('5')
        await press(on, 'Save portfolio')
        await on.page.getByLabel('Reason').fill('Counted twice')
        await press(on, 'Save portfolio')
      },
    },
  },
  {
    says: 'Failed to delete portfolio data',
    screen: {
      by: 'staff',
      path: toManage(),
      fails: 'POST /reset-portfolio',
      act: async (on) => {
        await openTab(on, 'Portfolio')
        await press(on, 'Reset to zero')
        await on.page.getByLabel('Reason').fill('Starts anew')
        await press(on, 'Reset to zero')
      },
    },
  },
]

const history: readonly MessageRow[] = [
  {
    says: 'Failed to load transactions',
    screen: {
      by: 'staff',
      path: toManage(),
      fails: 'GET /api/admin/user-history',
      act: (on) => openTab(on, 'History'),
    },
  },
  {
    says: 'Failed to hide orders',
    screen: {
      by: 'staff',
      path: toManage(closeOrder),
      fails: 'POST /api/admin/hide-orders',
      act: async (on) => {
        await openTab(on, 'History')
        await press(on, 'Hide all', 'Hide')
      },
    },
  },
  {
    says: 'Failed to hide futures trades',
    screen: {
      by: 'staff',
      path: toManage(closeTrade),
      fails: 'POST /api/admin/delete-futures',
      act: hideFutures,
    },
  },
  {
    says: 'Failed to hide selected transactions',
    screen: {
      by: 'staff',
      path: toManage(closeWithdrawal),
      fails: 'POST /api/admin/hide-transactions',
      act: async (on) => {
        await openTab(on, 'History')
        await on.page.getByRole('tabpanel').getByText('Transactions').click()
        await on.page.getByRole('checkbox', { name: /^Withdrawal/ }).check()
        await press(on, 'Hide selected (1)', 'Hide')
      },
    },
  },
  {
    says: 'Failed to delete user history',
    screen: {
      by: 'staff',
      path: toManage(),
      fails: 'POST /api/admin/delete-trade-history',
      act: async (on) => {
        await openTab(on, 'History')
        await press(on, 'Hide trade history', 'Hide trade history')
      },
    },
  },
]

export const USER_MANAGEMENT: Readonly<Record<string, readonly MessageRow[]>> = {
  'the list of users': list,
  'a managed account': account,
  'a managed portfolio': portfolio,
  'a managed history': history,
}
