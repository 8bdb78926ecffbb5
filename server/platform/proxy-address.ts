import { isIP } from 'node:net'

/** Names of networks that proxy-addr knows. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

/** Whether TRUST_PROXY may contain it: an address, a network, or one of those names. */
export function isProxyAddress(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax)
  return NETWORKS.includes(text) || (more.length === 0 && bitsMax >= 0 && isPrefix)
}
