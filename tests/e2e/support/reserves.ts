import { addReserve, enterReserveBalance, readReserveMessage } from '#shared/contract/reserves.ts'
import type { Decimal } from '#shared/money.ts'
import { testWallet } from '#tests/support/test-wallet.ts'
import type { Person } from './people.ts'

/** An address for USDT with a balance, and two for ETH, the second without one. */
export async function withReserves({ api }: Person, amount: Decimal, nowMs: number) {
  const body = { amount, asOf: new Date(nowMs).toISOString(), source: 'The explorer of a node' }
  for (const id of [await addWallet(api, 'USDT', 1), await addWallet(api, 'ETH', 2)]) {
    await api.call(enterReserveBalance, { params: { id }, body })
  }
  await addWallet(api, 'ETH', 3)
}

async function addWallet(
  api: Person['api'],
  symbol: 'ETH' | 'USDT',
  number: number,
): Promise<string> {
  const { address, sign } = testWallet(number)
  const { message } = await api.call(readReserveMessage, { query: { address } })
  const { id } = await api.call(addReserve, {
    body: { symbol, network: 'ERC20', address, message, signature: sign(message) },
  })
  return id
}
