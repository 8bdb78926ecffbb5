import { failedText } from '#pwa/features/user-management/failed-text.ts'
import { setPicture } from '#shared/contract/account.ts'
import { submitFutures } from '#shared/contract/futures.ts'
import { cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import { cancelWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { SECOND_MS } from '#shared/time.ts'
import { photo } from '#tests/api/support/pictures.ts'
import { type People, type Person, WALLET } from '#tests/e2e/support/people.ts'
import type { ActingOn, MessageRow } from './message-row.ts'

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

/** Opens a tab of a user's management dialog. */
async function manage({ page, people }: ActingOn, tab: string, before?: (on: Person) => unknown) {
  const customer = await customerOf(people)
  await before?.(customer)
  await page.goto(`${USERS}?open=manage&user=${customer.user.id}`)
  await page.getByRole('tab', { name: tab }).click()
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

async function hideFutures(on: ActingOn): Promise<void> {
  await manage(on, 'History', async ({ api }) => {
    await api.call(submitFutures, {
      body: { symbol: 'BTC/USDT', side: 'long', amount: '50', duration: 60 },
    })
    await on.server.letPass(61 * SECOND_MS)
  })
  await on.page.getByRole('tabpanel').getByText('Futures').click()
  await press(on, 'Hide all', 'Hide')
}

async function setPassword(on: ActingOn): Promise<void> {
  const { page, people } = on
  const customer = await customerOf(people)
  await page.goto(`${USERS}?search=${customer.email}`)
  await page.getByRole('button', { name: /^Change Password/ }).click()
  await page.getByLabel('New password', { exact: true }).fill('another password')
  await page.getByLabel('Repeat the new password').fill('another password')
  await press(on, 'Change Password')
}

async function viewPicture({ page, people }: ActingOn): Promise<void> {
  const customer = await customerOf(people)
  await customer.api.call(setPicture, { files: { picture: await photo() } })
  await page.goto(`${USERS}?search=${customer.email}`)
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
    screen: { by: 'staff', path: USERS, fails: 'GET /api/files', act: viewPicture },
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
      path: USERS,
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
      path: USERS,
      fails: 'GET /api/portfolio/',
      act: (on) => manage(on, 'Portfolio'),
    },
  },
  {
    says: 'Failed to save portfolio',
    screen: {
      by: 'staff',
      path: USERS,
      fails: 'POST /update-portfolio',
      act: async (on) => {
        await manage(on, 'Portfolio')
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
      path: USERS,
      fails: 'POST /reset-portfolio',
      act: async (on) => {
        await manage(on, 'Portfolio')
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
      path: USERS,
      fails: 'GET /api/admin/user-history',
      act: (on) => manage(on, 'History'),
    },
  },
  {
    says: 'Failed to hide orders',
    screen: {
      by: 'staff',
      path: USERS,
      fails: 'POST /api/admin/hide-orders',
      act: async (on) => {
        await manage(on, 'History', closeOrder)
        await press(on, 'Hide all', 'Hide')
      },
    },
  },
  {
    says: 'Failed to hide futures trades',
    screen: {
      by: 'staff',
      path: USERS,
      fails: 'POST /api/admin/delete-futures',
      act: hideFutures,
    },
  },
  {
    says: 'Failed to hide selected transactions',
    screen: {
      by: 'staff',
      path: USERS,
      fails: 'POST /api/admin/hide-transactions',
      act: async (on) => {
        await manage(on, 'History', closeWithdrawal)
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
      path: USERS,
      fails: 'POST /api/admin/delete-trade-history',
      act: async (on) => {
        await manage(on, 'History')
        await press(on, 'Delete trade history', 'Delete trade history')
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
