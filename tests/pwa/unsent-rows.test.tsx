import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { routeKey } from '#pwa/data/api-request.ts'
import { queryClient } from '#pwa/data/queries.ts'
import { type OutboxView, useOutboxStore } from '#pwa/stores/outbox.ts'
import { useSessionStore } from '#pwa/stores/session.ts'
import { keepLanguage } from '#shared/contract/account.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { contractRoutes } from './support/contract-routes.ts'
import { readQueueing } from './support/queueing.ts'

// Render dialogs in place, and browser stores with their current state.
vi.mock('react-dom', async (load) => ({
  ...(await load<object>()),
  createPortal: (content: unknown) => content,
}))
vi.mock('react', async (load) => ({
  ...(await load<object>()),
  useSyncExternalStore: (_: unknown, read: () => unknown) => read(),
}))

/** The device already uses the language; the account is updated later. */
const WITHOUT_LIST = [routeKey(keepLanguage)]

const CASES = (await readQueueing()).map((each) => ({ ...each, name: routeKey(each.route) }))
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

test('every route that uses the outbox has a list here', async () => {
  const queueing = (await contractRoutes()).filter(({ offline }) => offline === 'queue')
  const listed = [...CASES.map(({ name }) => name), ...WITHOUT_LIST]
  const whatToDo = 'give it a row in the file of its noun in tests/pwa/queueing'
  expect(new Set(listed), whatToDo).toEqual(new Set(queueing.map(routeKey)))
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

test.each(['waiting', 'unknown'] as const)(
  'a submission that is %s says what fails once it has been sent several times',
  (state) => {
    const kind = routeKey(submitKyc)
    const { list, body } = CASES.find(({ name }) => name === kind) ?? {}
    const markupAfter = (tries: number) => markupOf(list, { kind, body, state, tries })
    expect(markupAfter(2)).not.toContain('Too small.')
    expect(markupAfter(3)).toContain('Too small.')
  },
)

type Shown = Pick<OutboxView, 'kind' | 'body' | 'state'> & Partial<Pick<OutboxView, 'tries'>>

function markupOf(list: ReactNode, entry: Shown): string {
  const rest = { id: 'one', params: { id: 'item' }, tries: 1, createdAtMs: 0, failure: FAILURE }
  useOutboxStore.setState({ entries: [{ ...rest, ...entry }] })
  // Markup is rendered from the initial state of a store.
  for (const store of [useOutboxStore, useSessionStore]) {
    Object.assign(store.getInitialState(), store.getState())
  }
  return renderToStaticMarkup(<MemoryRouter>{list}</MemoryRouter>)
}
