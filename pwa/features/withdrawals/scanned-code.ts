import { isAddressOf } from '#shared/rules/wallet-address.ts'
import { type WithdrawalSymbol, withdrawalCoin } from '#shared/rules/withdrawals.ts'
import { t } from '#shared/text/t.ts'

export type ScannedCode = { readonly address: string } | { readonly problem: string }

/** The network that each scheme of a payment link belongs to. */
const NETWORKS: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  ethereum: 'ERC20',
  tron: 'TRC20',
}

/**
 * The address in a QR code: alone, or in a payment link. The amount in a link is ignored, because
 * the user confirms their own.
 *
 * Refuses  another network, a payment that is more than a transfer of the coin, no valid address
 * Source: BIP 21, ERC-681
 */
export function readCode(text: string, symbol: WithdrawalSymbol): ScannedCode {
  const { network, networkLabel } = withdrawalCoin(symbol)
  const { scheme, target, query } = partsOf(text.trim())
  const itsNetwork = scheme && NETWORKS[scheme]
  if (scheme && !itsNetwork) return { problem: t('This code contains no wallet address.') }
  if (itsNetwork && itsNetwork !== network) {
    const values = { symbol, network: networkLabel }
    return {
      problem: t('This code is for another network. {symbol} is sent on {network}.', values),
    }
  }
  // The target of a token payment is a contract: coins sent there are lost.
  if (/\/|@(?!1$)/.test(target) || [...query.keys()].some(isDemand)) {
    return {
      problem: t('This code asks for more than a plain transfer. Scan one with only the address.'),
    }
  }
  const address = target.replace(/^pay-/, '').replace(/@1$/, '')
  if (isAddressOf(network, address)) return { address }
  return { problem: t('This code contains no valid {network} address.', { network: networkLabel }) }
}

/** A required parameter: a wallet that does not know it must not pay. */
function isDemand(name: string): boolean {
  return name.startsWith('req-')
}

function partsOf(text: string) {
  const link = /^([a-z][a-z\d+.-]*):(?:\/\/)?(.*)$/is.exec(text)
  const scheme = link?.[1]
  const [target = '', query = ''] = (link?.[2] ?? text).split('?')
  return { scheme: scheme?.toLowerCase(), target, query: new URLSearchParams(query) }
}
