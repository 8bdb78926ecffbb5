import { describe, test } from 'vitest'
import {
  type AddReserve,
  addReserve,
  enterBalance,
  removeReserve,
  reserves,
} from '#server/features/reserves/decider.ts'
import type { ReserveEvent } from '#server/features/reserves/events.ts'
import { reserveMessage } from '#shared/rules/reserves.ts'
import { given } from '#tests/support/decider-spec.ts'

const AT = '2026-01-31T09:30:00.000Z'
const NAMED = { operator: 'Keel', origin: 'exchange.example/log' }
const FACTS = { by: 'staff', at: AT, ...NAMED }
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const messageOf = (day: string) => reserveMessage({ ...NAMED, address: ADDRESS, day })

const command: AddReserve = {
  id: 'reserve-1',
  symbol: 'ETH',
  network: 'ERC20',
  address: ADDRESS,
  message: messageOf('2026-01-31'),
  signature: 'signature',
  isWellFormed: true,
  isSigned: true,
}
const { isWellFormed: _isWellFormed, isSigned: _isSigned, ...entry } = command
const added: ReserveEvent = { type: 'ReserveAdded', data: { ...entry, by: 'staff', at: AT } }

const { symbol, network, address } = command
/** An audit line says which address it is about. */
const which = { symbol, network, address }

const none = given(reserves, [])
const one = given(reserves, [added])

describe('adding an address', () => {
  test('needs a signature by its key', () => {
    none.when((state) => addReserve(state, command, FACTS)).yields(added)
    none
      .when((state) => addReserve(state, { ...command, isSigned: false }, FACTS))
      .yields({ refused: 'reserve.not_signed' })
  })

  test('accepts the message of recent days, and none of another day, log or address', () => {
    const saying = (message: string) => (state: typeof reserves.initial) =>
      addReserve(state, { ...command, message }, FACTS)
    const recent = { ...added, data: { ...added.data, message: messageOf('2026-01-25') } }
    none.when(saying(messageOf('2026-01-25'))).yields(recent as ReserveEvent)
    const old = { refused: 'reserve.message_old' } as const
    none.when(saying(messageOf('2026-01-24'))).yields(old)
    none.when(saying(messageOf('2026-02-01'))).yields(old)
    const elsewhere = { ...NAMED, origin: 'elsewhere.example/log' }
    none
      .when(saying(reserveMessage({ ...elsewhere, address: ADDRESS, day: '2026-01-31' })))
      .yields(old)
    none.when(saying('Keel')).yields(old)
  })

  test('is refused a second time, in upper or lower case', () => {
    const again = { ...command, id: 'reserve-2', address: ADDRESS.toLowerCase() }
    one.when((state) => addReserve(state, again, FACTS)).yields({ refused: 'reserve.exists' })
  })

  test('is refused if the network does not have the coin', () => {
    none
      .when((state) => addReserve(state, { ...command, symbol: 'BTC' }, FACTS))
      .yields({
        refused: 'reserve.network_unsupported',
        details: { symbol: 'BTC', network: 'ERC20' },
      })
  })

  test('is refused for an address with a typing error', () => {
    none
      .when((state) => addReserve(state, { ...command, isWellFormed: false }, FACTS))
      .yields({ refused: 'address.malformed', details: { network: 'ERC20' } })
  })
})

describe('a balance', () => {
  const balance = {
    id: 'reserve-1',
    amount: '5',
    asOf: '2026-01-31T10:00:00+01:00',
    source: 'An explorer',
  }

  test('is entered with its time in UTC and its source', () => {
    one
      .when((state) => enterBalance(state, balance, FACTS))
      .yields({
        type: 'ReserveBalanceEntered',
        data: { ...balance, ...which, asOf: '2026-01-31T09:00:00.000Z', by: 'staff', at: AT },
      })
  })

  test('must not have a time in the future', () => {
    one
      .when((state) => enterBalance(state, { ...balance, asOf: '2026-01-31T09:30:01Z' }, FACTS))
      .yields({ refused: 'reserve.in_future' })
  })

  test('needs an existing address', () => {
    none.when((state) => enterBalance(state, balance, FACTS)).yields({ refused: 'item.unknown' })
  })
})

test('an address is removed once', () => {
  one
    .when((state) => removeReserve(state, 'reserve-1', FACTS))
    .yields({ type: 'ReserveRemoved', data: { id: 'reserve-1', ...which, by: 'staff', at: AT } })
  none.when((state) => removeReserve(state, 'reserve-1', FACTS)).yields({ refused: 'item.unknown' })
})
