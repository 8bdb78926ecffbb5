import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { routeKey } from '#pwa/data/api-request.ts'
import { queryClient, queryKeyOf } from '#pwa/data/queries.ts'
import { SavedAddressRow } from '#pwa/features/withdrawals/saved-addresses/saved-address-row.tsx'
import { OWN_PAGE } from '#pwa/hooks/use-own.ts'
import { TransactionHistoryDialog } from '#pwa/pages/transactions/transaction-history-dialog.tsx'
import { useOutboxStore } from '#pwa/stores/outbox.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import { removeSavedAddress, type SavedAddress } from '#shared/contract/saved-addresses.ts'
import {
  acknowledgeTransaction,
  listTransactions,
  type TransactionEntry,
} from '#shared/contract/transactions.ts'

// Render dialogs in place, and browser stores with their current state.
vi.mock('react-dom', async (load) => ({
  ...(await load<object>()),
  createPortal: (content: unknown) => content,
}))
vi.mock('react', async (load) => ({
  ...(await load<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const TIME = '2026-12-01T00:00:00.000Z'
const ADDRESS: SavedAddress = {
  id: 'an address',
  label: 'Cold wallet',
  symbol: 'BTC',
  network: 'Bitcoin',
  address: 'bc1q',
  added_at: TIME,
  usable_at: TIME,
}
const RESULT: TransactionEntry = {
  id: 'a result',
  type: 'deposit',
  title: 'Deposit',
  symbol: 'BTC',
  network: '',
  address: '',
  amount: '1',
  status: 'approved',
  in_review: false,
  created_at: TIME,
  updated_at: TIME,
  admin_notes: null,
  reason: null,
  require_reverification: false,
  screenshot_url: null,
  isNew: true,
  archived: false,
}

const addressRow = <SavedAddressRow entry={ADDRESS} usableAt={undefined} onPick={() => undefined} />
const history = <TransactionHistoryDialog open onClose={() => undefined} />

test.each([
  { of: ADDRESS.id, isOff: true },
  { of: 'another address', isOff: false },
])('an address whose removal waits cannot be removed again: $of', ({ of, isOff }) => {
  const markup = markupOf(addressRow, removeSavedAddress, { params: { id: of } })
  expect(buttonOf(markup, 'Remove Cold wallet').includes('aria-disabled="true"')).toBe(isOff)
})

test.each([
  { of: RESULT.id, isOff: true },
  { of: 'another result', isOff: false },
])('a result whose acknowledgement waits cannot be acknowledged again: $of', ({ of, isOff }) => {
  for (const [isNew, rows] of Object.entries({ true: [RESULT], false: [] })) {
    const query = { new: isNew, limit: OWN_PAGE }
    const key = [...queryKeyOf(listTransactions, { params: { userId: 'demo' }, query }), 'pages']
    queryClient.setQueryData(key, { pages: [rows], pageParams: [null] })
  }
  const body = { type: 'deposit', id: of, is_new: false }
  const markup = markupOf(history, acknowledgeTransaction, { body })
  expect(buttonOf(markup, 'OK').includes('aria-disabled="true"')).toBe(isOff)
})

function markupOf(
  content: ReactNode,
  route: RouteDefinition,
  words: { readonly params?: unknown; readonly body?: unknown },
): string {
  vi.stubGlobal('document', { body: {}, visibilityState: 'visible' })
  useSessionStore.setState({
    status: 'signed-in',
    user: { userId: 'demo', role: 'user', displayName: 'Demo User', displayId: 'ABCDEFGH' },
  })
  const { params, body } = { params: undefined, body: undefined, ...words }
  const rest = {
    id: 'one',
    state: 'waiting',
    tries: 0,
    failure: undefined,
    createdAtMs: 0,
  } as const
  useOutboxStore.setState({ entries: [{ kind: routeKey(route), params, body, ...rest }] })
  // Markup is rendered from the initial state of a store.
  for (const store of [useOutboxStore, useSessionStore]) {
    Object.assign(store.getInitialState(), store.getState())
  }
  return renderToStaticMarkup(<MemoryRouter>{content}</MemoryRouter>)
}

/** The opening tag of the button whose name begins like this. */
function buttonOf(markup: string, name: string): string {
  const tags = markup.match(/<button[^>]*>/g) ?? []
  const found = tags.find((tag) => tag.includes(`aria-label="${name}`))
  if (!found) throw new Error(`no button ${name}: ${tags.join('\n')}`)
  return found
}
