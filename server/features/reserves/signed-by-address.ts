import type { DepositNetwork } from '#shared/rules/deposits.ts'
import { isSignedByBitcoin } from './bitcoin-message.ts'
import { isSignedByEthereum, isSignedByTron } from './recovered-message.ts'

const SIGNED_BY: Readonly<
  Record<DepositNetwork, (address: string, message: string, signature: string) => boolean>
> = {
  Bitcoin: isSignedByBitcoin,
  ERC20: isSignedByEthereum,
  TRC20: isSignedByTron,
}

interface SignedMessage {
  readonly network: DepositNetwork
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** Whether the key of an address has signed a message, by the method of its network. */
export function isSignedByAddress({
  network,
  address,
  message,
  signature,
}: SignedMessage): boolean {
  return SIGNED_BY[network](address, message, signature)
}
