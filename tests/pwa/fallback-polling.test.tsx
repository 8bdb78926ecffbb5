import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryClient } from '#pwa/data/queries.ts'
import { useOwnPasskeys, useOwnSessions } from '#pwa/features/account/use-account.ts'
import { filterFrom } from '#pwa/features/activity/activity-filter.ts'
import {
  useActivity,
  useBalancesAt,
  useSecurityEvents,
} from '#pwa/features/activity/use-activity.ts'
import { useVerification } from '#pwa/features/kyc/use-kyc.ts'
import { useSavedAddresses } from '#pwa/features/withdrawals/use-withdrawals.ts'
import { OWN_PAGE, useOwnPages } from '#pwa/hooks/use-own.ts'
import { type ConnectionState, useConnectionStore } from '#pwa/stores/connection.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { listLoans } from '#shared/contract/loans.ts'
import { USER } from './support/submissions.ts'

const SCREENS: readonly (readonly [string, () => unknown])[] = [
  ['the verification', useVerification],
  ['the activity', () => useActivity(filterFrom(new URLSearchParams()))],
  ['the balances', () => useBalancesAt(undefined)],
  ['the security events', useSecurityEvents],
  ['the saved addresses', useSavedAddresses],
  ['the sessions', useOwnSessions],
  ['the passkeys', useOwnPasskeys],
  [
    'any own list',
    () => useOwnPages(listLoans, (userId) => ({ params: { userId }, query: { limit: OWN_PAGE } })),
  ],
]

const before = { ...useSessionStore.getInitialState() }

beforeEach(() => {
  const user = { userId: USER, role: 'user', displayName: 'Demo User', displayId: 'X' } as const
  Object.assign(useSessionStore.getInitialState(), { status: 'signed-in', user })
})

afterEach(() => {
  connect({ isOnline: true, live: 'closed' })
  Object.assign(useSessionStore.getInitialState(), before)
  queryClient.clear()
})

describe.each(SCREENS)('%s', (_, useScreen) => {
  test('is polled while the server cannot push changes', () => {
    connect({ isOnline: true, live: 'closed' })
    expect(intervalsOf(useScreen)).toEqual([30_000])
  })

  test('is not polled while it can, or without a network', () => {
    connect({ isOnline: true, live: 'open' })
    expect(intervalsOf(useScreen)).toEqual([false])
    connect({ isOnline: false, live: 'closed' })
    expect(intervalsOf(useScreen)).toEqual([false])
  })
})

/** Markup is rendered from the initial state of a store. */
function connect(state: ConnectionState) {
  Object.assign(useConnectionStore.getInitialState(), state)
}

/** How often the queries of a screen are refetched. */
function intervalsOf(useScreen: () => unknown): unknown[] {
  function Screen() {
    useScreen()
    return null
  }
  queryClient.clear()
  renderToStaticMarkup(
    <MemoryRouter>
      <Screen />
    </MemoryRouter>,
  )
  const queries = queryClient.getQueryCache().getAll()
  return queries.map(({ options }) => (options as { refetchInterval?: unknown }).refetchInterval)
}
