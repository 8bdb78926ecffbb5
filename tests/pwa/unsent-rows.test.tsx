import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { routeKey } from '#pwa/data/api-request.ts'
import { queryClient } from '#pwa/data/queries.ts'
import { NotificationsCard } from '#pwa/features/account/notifications-card.tsx'
import { VerificationDialog } from '#pwa/features/kyc/verification-dialog.tsx'
import { LoanHistoryDialog } from '#pwa/features/loans/loan-history-dialog.tsx'
import { OrderLists } from '#pwa/features/spot-orders/order-lists.tsx'
import { StakingDialog } from '#pwa/features/staking/staking-dialog.tsx'
import { ConversationPane } from '#pwa/features/support/desk/conversation-pane.tsx'
import { SupportChat } from '#pwa/features/support/support-chat.tsx'
import { SavedAddressesDialog } from '#pwa/features/withdrawals/saved-addresses/saved-addresses-dialog.tsx'
import { TransactionHistoryDialog } from '#pwa/pages/transactions/transaction-history-dialog.tsx'
import { type OutboxView, useOutboxStore } from '#pwa/stores/outbox.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { keepLanguage } from '#shared/contract/account.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { applyForLoan, cancelLoan, submitLoan } from '#shared/contract/loans.ts'
import { switchNotification } from '#shared/contract/notification-preferences.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import {
  removeSavedAddress,
  renameSavedAddress,
  saveAddress,
} from '#shared/contract/saved-addresses.ts'
import { cancelTrade, placeTrade } from '#shared/contract/spot-orders.ts'
import { openStake } from '#shared/contract/staking.ts'
import { replyAsSupport, sendSupportMessage, startConversation } from '#shared/contract/support.ts'
import { acknowledgeTransaction } from '#shared/contract/transactions.ts'
import { cancelWithdrawal, submitWithdrawal } from '#shared/contract/withdrawals.ts'
import { contractRoutes } from './support/contract-routes.ts'

// The markup of a dialog is where the dialog is, and a store of the browser shows what it holds.
vi.mock('react-dom', async (load) => ({
  ...(await load<object>()),
  createPortal: (content: unknown) => content,
}))
vi.mock('react', async (load) => ({
  ...(await load<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

const closes = { open: true, onClose: () => undefined }
const history = <TransactionHistoryDialog {...closes} />
const loans = <LoanHistoryDialog {...closes} />
const orders = <OrderLists tab="current" onTab={() => undefined} />
const addresses = <SavedAddressesDialog {...closes} symbol="USDT" onPick={() => undefined} />
const chat = <SupportChat />

interface Queueing {
  readonly route: RouteDefinition
  readonly body: unknown
  /** Where it will appear. */
  readonly list: ReactNode
  /** How its row begins. */
  readonly shows: string
}

const QUEUEING: readonly Queueing[] = [
  {
    route: submitDeposit,
    body: { symbol: 'USDT', amount: '12.5' },
    list: history,
    shows: '12.50000000 USDT',
  },
  {
    route: submitWithdrawal,
    body: { symbol: 'BTC', amount: '0.5' },
    list: history,
    shows: '0.50000000 BTC',
  },
  { route: cancelWithdrawal, body: undefined, list: history, shows: 'Cancel a withdrawal' },
  {
    route: acknowledgeTransaction,
    body: { type: 'deposit' },
    list: history,
    shows: 'Acknowledge a result',
  },
  {
    route: submitLoan,
    body: { amount: '100', duration: '7' },
    list: loans,
    shows: 'Loan for 7 days',
  },
  {
    route: applyForLoan,
    body: { amount: '1000', duration: '30' },
    list: loans,
    shows: '1,000 USD',
  },
  { route: cancelLoan, body: undefined, list: loans, shows: 'Cancel a loan application' },
  { route: submitKyc, body: {}, list: <VerificationDialog {...closes} />, shows: '3 images' },
  { route: startConversation, body: { message: 'Hello' }, list: chat, shows: 'Hello' },
  {
    route: sendSupportMessage,
    body: { message: 'Still there?' },
    list: chat,
    shows: 'Still there?',
  },
  {
    route: replyAsSupport,
    body: { conversationId: 'asked', message: 'We look into it' },
    list: <ConversationPane id="asked" />,
    shows: 'We look into it',
  },
  {
    route: placeTrade,
    body: { symbol: 'BTC/USDT', side: 'buy', amount: '0.01', price: '50000' },
    list: orders,
    shows: 'Buy BTC/USDT',
  },
  { route: cancelTrade, body: undefined, list: orders, shows: 'Cancel an order' },
  {
    route: openStake,
    body: { amount: '1000', duration: 5 },
    list: <StakingDialog {...closes} />,
    shows: '1,000.00000000 USDT',
  },
  {
    route: saveAddress,
    body: {
      label: 'Hardware wallet',
      symbol: 'USDT',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    },
    list: addresses,
    shows: 'Hardware wallet',
  },
  { route: renameSavedAddress, body: { label: 'Desk' }, list: addresses, shows: 'Desk' },
  { route: removeSavedAddress, body: undefined, list: addresses, shows: 'Remove an address' },
  {
    route: switchNotification,
    body: { kind: 'loan_results', isOn: false },
    list: <NotificationsCard />,
    shows: 'A notification',
  },
]

/** The device shows the language already; the account learns of it later. */
const WITHOUT_LIST = [routeKey(keepLanguage)]

const CASES = QUEUEING.map((each) => ({ ...each, name: routeKey(each.route) }))
const FAILURE = { code: 'order.too_small', error: 'Refused', message: 'Too small.', details: {} }

beforeEach(() => {
  vi.stubGlobal('document', { body: {}, visibilityState: 'visible' })
  useSessionStore.setState({
    status: 'signed-in',
    user: { userId: 'demo', role: 'admin', displayName: 'Demo User', displayId: 'ABCDEFGH' },
  })
  queryClient.setDefaultOptions({ queries: { retryOnMount: false } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test('every route that queues has its list here', async () => {
  const queueing = (await contractRoutes()).filter(({ offline }) => offline === 'queue')
  const listed = [...CASES.map(({ name }) => name), ...WITHOUT_LIST]
  expect(new Set(listed)).toEqual(new Set(queueing.map(routeKey)))
})

describe.each(['is loading', 'failed to load'])('while its list %s', (how) => {
  beforeEach(() => {
    if (how === 'is loading') return
    return queryClient.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'added') query.setState({ status: 'error', error: new Error('no network') })
    })
  })

  test.each(CASES)('$name is shown as waiting', ({ name, body, list, shows }) => {
    const markup = markupOf(list, { kind: name, body, state: 'waiting' })
    expect(markup).toContain(shows)
    expect(markup).toContain('Waiting for connection')
  })

  test.each(CASES)('$name is shown with its refusal', ({ name, body, list, shows }) => {
    const markup = markupOf(list, { kind: name, body, state: 'refused' })
    expect(markup).toContain(shows)
    expect(markup).toContain('Too small.')
    expect(markup).toContain('Dismiss')
  })
})

function markupOf(list: ReactNode, entry: Pick<OutboxView, 'kind' | 'body' | 'state'>): string {
  const rest = { id: 'one', params: { id: 'item' }, createdAtMs: 0, failure: FAILURE }
  useOutboxStore.setState({ entries: [{ ...entry, ...rest }] })
  // Markup is rendered from the state that a store began with.
  for (const store of [useOutboxStore, useSessionStore]) {
    Object.assign(store.getInitialState(), store.getState())
  }
  return renderToStaticMarkup(<MemoryRouter>{list}</MemoryRouter>)
}
