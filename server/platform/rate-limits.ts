import ipaddr from 'ipaddr.js'
import { type Refusal, refuse } from '#shared/refusal.ts'

/** Requests per minute: enough for users and their polling screens, but not for a flood. */
export const LIMITS = {
  /** From one address, before authentication; an office may share one. */
  byAddress: 3_000,
  /** From one signed-in user, over all routes. */
  byCaller: 1_200,
  /** Unknown paths, from one address: a client that requests many is probing. */
  notFound: 120,
} as const

/** Counts the requests of a name, by default together with all other processes. */
export interface RateLimits {
  /** Counts one request. @returns 0 if it may pass, otherwise the seconds to wait. */
  take(name: string, perMinute: number): Promise<number>
}

/** A request of a process for a part of the shared limit. */
export interface LeaseAsked {
  /** Minutes since 1970. */
  readonly minute: number
  readonly name: string
  readonly perMinute: number
  /** Requests that the process has already let pass and that are not counted yet. */
  readonly used: number
}

/** No limits: for load tests and fuzzers. */
export const noLimits: RateLimits = { take: () => Promise.resolve(0) }

/**
 * The network for which an address is counted: one IPv4 address, or the /64 of one line. A proxy
 * may report an invalid address, for example with a port; that is counted as it is.
 */
export function networkOf(ip: string): string {
  return networksOf(ip)[0]
}

/** Its network, and for IPv6 also the surrounding /48, the most that one customer usually gets. */
function networksOf(ip: string): readonly [network: string, site?: string] {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return [ip]
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return [address.toString()]
  const bytes = address.toByteArray()
  return [bytes.slice(0, 8).join('.'), bytes.slice(0, 6).join('.')]
}

/** A /48 may send as much as this many networks. */
const NETWORKS_OF_SITE = 8

/** Counts a request for the network and the site of its address. Refuses  rate.limited */
export async function limitedAddress(
  rateLimits: RateLimits,
  { ip, route = '', perMinute }: { ip: string; route?: string; perMinute: number },
): Promise<Refusal | undefined> {
  const [network, site] = networksOf(ip)
  const refusal = await limited(rateLimits, `address ${network}${route}`, perMinute)
  if (refusal || site === undefined) return refusal
  return limited(rateLimits, `site ${site}${route}`, perMinute * NETWORKS_OF_SITE)
}

/** Refuses  rate.limited */
export async function limited(
  rateLimits: RateLimits,
  name: string,
  perMinute: number,
): Promise<Refusal | undefined> {
  const retryAfterSeconds = await rateLimits.take(name, perMinute)
  return retryAfterSeconds === 0 ? undefined : refuse('rate.limited', { retryAfterSeconds })
}
