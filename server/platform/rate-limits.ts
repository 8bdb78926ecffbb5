import { hash, randomUUID } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Clock } from '#server/platform/clock.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'

/** Requests a minute. Enough for users and their polling screens, not for a flood. */
export const LIMITS = {
  /** From one address, before authentication; an office may share one. */
  byAddress: 3_000,
  /** From one signed-in user, over all routes. */
  byCaller: 1_200,
  /** Unknown paths, from one address: a client that asks for many is probing. */
  notFound: 120,
} as const

/** Names counted one by one in a minute; further new names are counted together by hash. */
const NAMES_MAX = 50_000

export interface RateLimits {
  /** Counts one request. @returns 0 when it may pass, else the seconds to wait. */
  take(name: string, perMinute: number): number
}

/**
 * Counts requests by name in windows of one minute, in this process alone: n servers let n times as
 * many pass, which is still a bound. Memory is bounded as well, and a flood of names neither lifts
 * a limit nor uses up that of a stranger. Not @fastify/rate-limit: its store reads the machine's
 * clock, and when it is full a new name evicts the count of another.
 */
export function minuteLimits(clock: Clock): RateLimits {
  let windowStart = 0
  let counts = new Map<string, number>()
  let further = hashedCounts()
  const count = (name: string): number => {
    if (!counts.has(name) && counts.size >= NAMES_MAX) return further.add(name)
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
  return {
    take(name, perMinute) {
      const now = clock.now()
      if (now - windowStart >= MINUTE_MS || now < windowStart) {
        windowStart = now
        counts = new Map()
        further = hashedCounts()
      }
      if (count(name) <= perMinute) return 0
      return Math.max(1, Math.ceil((windowStart + MINUTE_MS - now) / SECOND_MS))
    },
  }
}

const ROWS = 4
const WIDTH = 2 ** 18

/**
 * A count-min sketch: a name adds to one cell of each row, and its count is the smallest of them, so
 * it is too high only if other names share all four cells. The key keeps a sender from choosing
 * names that share the cells of another.
 */
function hashedCounts() {
  const key = randomUUID()
  let cells: Uint32Array | undefined
  return {
    add(name: string): number {
      cells ??= new Uint32Array(ROWS * WIDTH)
      const digest = hash('sha256', `${key} ${name}`, 'buffer')
      let least = Number.POSITIVE_INFINITY
      for (let row = 0; row < ROWS; row += 1) {
        const cell = row * WIDTH + (digest.readUInt32LE(row * 4) % WIDTH)
        const next = (cells[cell] ?? 0) + 1
        cells[cell] = next
        least = Math.min(least, next)
      }
      return least
    },
  }
}

/** Limits nothing: for load tests and fuzzers. */
export const noLimits: RateLimits = { take: () => 0 }

/**
 * The network that an address counts for: one IPv4 address, or the /64 that one line gets. A proxy
 * may report an invalid address, such as one with a port; that counts as it is.
 */
export function networkOf(ip: string): string {
  return networksOf(ip)[0]
}

/** Its network, and for IPv6 the /48 around it: the most that one customer usually gets. */
function networksOf(ip: string): readonly [network: string, site?: string] {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return [ip]
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return [address.toString()]
  const bytes = address.toByteArray()
  return [bytes.slice(0, 8).join('.'), bytes.slice(0, 6).join('.')]
}

/** A /48 may send as much as this many of its networks. */
const NETWORKS_OF_SITE = 8

/** Counts a request of an address for its network, and for its site. Refuses  rate.limited */
export function limitedAddress(
  rateLimits: RateLimits,
  { ip, route = '', perMinute }: { ip: string; route?: string; perMinute: number },
): Refusal | undefined {
  const [network, site] = networksOf(ip)
  return (
    limited(rateLimits, `address ${network}${route}`, perMinute) ??
    (site === undefined
      ? undefined
      : limited(rateLimits, `site ${site}${route}`, perMinute * NETWORKS_OF_SITE))
  )
}

/** Refuses  rate.limited */
export function limited(
  rateLimits: RateLimits,
  name: string,
  perMinute: number,
): Refusal | undefined {
  const retryAfterSeconds = rateLimits.take(name, perMinute)
  return retryAfterSeconds === 0 ? undefined : refuse('rate.limited', { retryAfterSeconds })
}
