import { conversationProblem } from '#pwa/features/support/timeline.ts'
import { sendSupportMessage, startConversation } from '#shared/contract/support.ts'
import { addressOf } from '#tests/e2e/support/people.ts'
import type { ActingOn, MessageRow, Setting } from './message-row.ts'

// Support, the settings of staff and the dashboard.

async function write({ page }: ActingOn): Promise<void> {
  const box = page.getByLabel('Write a message')
  await box.fill('Where is my deposit?')
  await box.press('Enter')
}

async function withConversation({ person }: Setting): Promise<string> {
  await person.api.call(startConversation, { body: { message: 'Hello' } })
  return '/support'
}

async function writeAgain(on: ActingOn): Promise<void> {
  await on.page.getByText('Hello', { exact: true }).first().waitFor()
  await write(on)
}

async function withUnreadMessages({ people }: Setting): Promise<string> {
  const { api, user } = await people.customer()
  await api.call(startConversation, { body: { message: 'Hello' } })
  await api.call(sendSupportMessage, {
    body: { conversationId: user.id, message: 'Are you there?' },
  })
  return `/admin/support?conversation=${user.id}`
}

const support: readonly MessageRow[] = [
  {
    says: 'Failed to create conversation',
    screen: { path: '/support', fails: 'POST /api/support/conversation', act: write },
  },
  {
    says: 'Failed to send message',
    screen: { path: withConversation, fails: 'POST /api/support/messages', act: writeAgain },
  },
  {
    says: 'Failed to fetch conversation',
    screen: { path: '/support', fails: 'GET /api/support/conversation' },
  },
  {
    says: 'Failed to fetch conversation: Server error. Please ensure support system is properly set up.',
    form: () => conversationProblem({ status: 500, message: 'x' }),
  },
  {
    says: 'Failed to mark messages as read. Please try again.',
    screen: { by: 'staff', path: withUnreadMessages, fails: 'PUT /read' },
  },
  {
    says: 'Failed to fetch support statistics',
    screen: { by: 'staff', path: '/admin/support', fails: 'GET /api/admin/support/stats' },
  },
  {
    says: 'Failed to fetch support conversations',
    screen: { by: 'staff', path: '/admin/support', fails: 'GET /api/admin/support/conversations' },
  },
  { says: 'No conversations found', shownBy: 'tests/e2e/support.spec.ts' },
  { says: 'Select a Conversation', shownBy: 'tests/e2e/support.spec.ts' },
]

async function withAddress({ people }: Setting): Promise<string> {
  await people.offer('BTC')
  return '/admin/settings'
}

async function editAddress({ page }: ActingOn): Promise<void> {
  const { address } = addressOf('BTC')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await page.getByRole('textbox').first().fill(`${address}x`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Propose' }).click()
}

const settings: readonly MessageRow[] = [
  {
    says: 'Failed to load data',
    screen: { by: 'staff', path: '/admin/settings', fails: 'GET /api/admin/deposit-addresses' },
  },
  {
    says: 'Failed to update address',
    screen: {
      by: 'staff',
      path: withAddress,
      fails: 'PUT /api/admin/deposit-addresses',
      act: editAddress,
    },
  },
  {
    says: 'No deposit addresses found. Please add some addresses in the database.',
    shownBy: 'tests/e2e/spine.spec.ts',
  },
]

const dashboard: readonly MessageRow[] = [
  {
    says: 'Failed to fetch stats',
    screen: { by: 'staff', path: '/admin/dashboard', fails: 'GET /api/admin/stats' },
  },
]

export const SERVICE: Readonly<Record<string, readonly MessageRow[]>> = {
  support,
  settings,
  dashboard,
}
