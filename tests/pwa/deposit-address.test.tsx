import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient, queryKeyOf } from '#pwa/data/queries.ts'
import { DepositAddressStep } from '#pwa/features/deposits/deposit-address-step.tsx'
import { useConnectionStore } from '#pwa/stores/connection.ts'
import { listDepositAddresses } from '#shared/contract/deposit-addresses.ts'
import { DEPOSIT_COINS } from '#shared/rules/deposits.ts'

const HOUR_MS = 3_600_000
const WARNING = 'so we cannot check this address'
const [coin] = DEPOSIT_COINS

describe('the address step of a deposit', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    // The app was started hours ago, so its responses are from this run.
    vi.setSystemTime(Date.now() + 9 * HOUR_MS)
    show({ isOnline: true })
  })
  afterEach(() => {
    vi.useRealTimers()
    queryClient.clear()
    show({ isOnline: true })
  })

  test('shows an address that was just checked without a warning', () => {
    expect(markupAfter(1_000)).not.toContain(WARNING)
  })

  test('warns while the app is offline', () => {
    show({ isOnline: false })
    expect(markupAfter(1_000)).toContain(WARNING)
  })

  test('warns until an old response is checked', () => {
    expect(markupAfter(HOUR_MS)).toContain(WARNING)
  })
})

/** Markup is rendered from the initial state of a store. */
function show(state: { readonly isOnline: boolean }): void {
  Object.assign(useConnectionStore.getInitialState(), state)
}

function markupAfter(ageMs: number): string {
  if (!coin) throw new Error('there is no coin')
  const { symbol: asset_symbol, network } = coin
  const address = { asset_symbol, network, address: 'bc1qfirst', version: 1 }
  queryClient.setQueryData(
    queryKeyOf(listDepositAddresses, {}),
    { addresses: [address] },
    { updatedAt: Date.now() - ageMs },
  )
  const markup = renderToStaticMarkup(<DepositAddressStep coin={coin} onSentTo={() => undefined} />)
  expect(markup).toContain(address.address)
  return markup
}
