import { addReserve, enterReserveBalance, readReserveMessage } from '#shared/contract/reserves.ts'
import type { Decimal } from '#shared/money.ts'
import { testWallet } from '#tests/support/test-wallet.ts'
import type { Person } from './people.ts'

/** Two addresses of the operator's ether, of which only the first has a balance. */
export async function withReserves({ api }: Person, amount: Decimal, nowMs: number) {
  const [known] = [await addWallet(api, 1), await addWallet(api, 2)]
  const body = { amount, asOf: new Date(nowMs).toISOString(), source: 'The explorer of a node' }
  await api.call(enterReserveBalance, { params: { id: known }, body })
}

async function addWallet(api: Person['api'], number: number): Promise<string> {
  const { address, sign } = testWallet(number)
  const { message } = await api.call(readReserveMessage, { query: { address } })
  const asset = { symbol: 'ETH', network: 'ERC20' } as const
  const { id } = await api.call(addReserve, {
    body: { ...asset, address, message, signature: sign(message) },
  })
  return id
}
