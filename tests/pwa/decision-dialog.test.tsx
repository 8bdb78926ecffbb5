import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, queryKeyOf } from '#pwa/data/queries.ts'
import { withdrawalReview } from '#pwa/features/withdrawals/review-view.tsx'
import { DecisionDialog } from '#pwa/reviews/decision-dialog.tsx'
import { SameAmountList } from '#pwa/reviews/same-amounts.tsx'
import { useSessionStore } from '#pwa/stores/session.ts'
import { type Debt, readReview } from '#shared/contract/review-desk.ts'
import type { ReviewedWithdrawal } from '#shared/contract/withdrawals.ts'
import { MINUTE_MS } from '#shared/time.ts'

// Render dialogs in place, and browser stores with their current state.
vi.mock('react-dom', async (load) => ({
  ...(await load<object>()),
  createPortal: (content: unknown) => content,
}))
vi.mock('react', async (load) => ({
  ...(await load<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

const ID = '11111111-1111-4111-8111-111111111111'
const USER = { full_name: 'Ada', email: 'ada@example.com', display_id: 'ABCDEFGH' }
const SUBJECT: ReviewedWithdrawal = {
  id: ID,
  user_id: 'ada',
  symbol: 'USDT',
  network: 'TRC20',
  amount: '25',
  wallet_address: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  status: 'pending',
  rejection_reason: null,
  admin_notes: null,
  created_at: '2026-01-01T00:00:00.000Z',
  reviewed_at: null,
  cancelled_at: null,
  admin_screenshot_url: null,
  users: USER,
  reviewer: null,
  needs_second_approval: false,
  second_approval_reason: null,
  first_approval: null,
  second_factor: false,
  withdrawals_frozen_until: null,
  sending: null,
} as never

beforeEach(() => {
  vi.stubGlobal('document', { body: {}, visibilityState: 'visible' })
  vi.stubGlobal('navigator', { onLine: true })
  useSessionStore.setState({
    status: 'signed-in',
    user: { userId: 'demo', role: 'admin', displayName: 'Demo User', displayId: 'HGFEDCBA' },
  })
  Object.assign(useSessionStore.getInitialState(), useSessionStore.getState())
})
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

function markupOf(debt: Debt): string {
  const params = { kind: 'withdrawal', id: ID }
  queryClient.setQueryData(
    queryKeyOf(readReview, { params }),
    {
      item: { ...params, waiting: true, user: { id: 'ada', ...USER }, claim: null },
      subject: SUBJECT,
      user: { is_active: true, must_verify_again: false },
      balances: [],
      debt,
      look_alikes: [],
      look_alike_count: 0,
    },
    { updatedAt: Date.now() + MINUTE_MS },
  )
  return renderToStaticMarkup(
    <MemoryRouter>
      <DecisionDialog
        view={withdrawalReview}
        subject={SUBJECT}
        act="approve"
        onClose={() => undefined}
      />
    </MemoryRouter>,
  )
}

test('a decision shows other users with the same amount, newest first, with their count', () => {
  const each = { kind: 'deposit', asset: 'USDT', amount: '250', since: '2026-01-01T00:00:00.000Z' }
  const others = ['one', 'two'].map((id) => ({
    ...each,
    id,
    status: 'approved',
    user: { ...USER, id, full_name: `User ${id}` },
  }))
  const found = { same_amounts: others, same_amount_count: 7 }
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <SameAmountList found={found} addressOf={(name) => `/admin/reviews?case=${name}`} />
    </MemoryRouter>,
  )
  expect(markup).toContain('Same coin and amount, from other users (2 of 7)')
  expect(markup).toContain('/admin/reviews?case=deposit-two')
  expect(markup).toContain('User one')
})

describe('the decision on a withdrawal', () => {
  test('shows what its owner owes, and what is overdue', () => {
    const markup = markupOf({ owed: '1207.5', owed_overdue: '1207.5' })
    expect(markup).toContain('Loan debt')
    expect(markup).toContain('Overdue')
    expect(markup).toContain('1,207.5')
  })

  test('shows no debt where nothing is owed', () => {
    expect(markupOf({ owed: '0', owed_overdue: '0' })).not.toContain('Loan debt')
  })
})
