import ipaddr from 'ipaddr.js'
import type { Clock } from '#server/platform/clock.ts'
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

/** Names counted in one minute; further new names share one count. */
const NAMES_MAX = 100_000

export interface RateLimits {
  /** Counts one request. @returns 0 when it may pass, else the seconds to wait. */
  take(name: string, perMinute: number): number
}

/**
 * Counts requests by name in windows of one minute, in this process alone: n servers let n times as
 * many pass, which is still a bound. Not @fastify/rate-limit: its store reads the machine's clock, and
 * when it is full a new name evicts the count of another, so a flood of names would lift every limit.
 */
export function minuteLimits(clock: Clock): RateLimits {
  let windowStart = 0
  let counts = new Map<string, number>()
  return {
    take(name, perMinute) {
      const now = clock.now()
      if (now - windowStart >= MINUTE_MS || now < windowStart) {
        windowStart = now
        counts = new Map()
      }
      const counted = counts.has(name) || counts.size < NAMES_MAX ? name : 'all others'
      const count = (counts.get(counted) ?? 0) + 1
      counts.set(counted, count)
      if (count <= perMinute) return 0
      return Math.max(1, Math.ceil((windowStart + MINUTE_MS - now) / SECOND_MS))
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
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toByteArray().slice(0, 8).join('.')
}
