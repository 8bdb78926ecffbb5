import { lookup as resolve } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Decides which addresses pushes may be sent to.
 *
 * The server calls a URL that a browser sent, so an attacker can choose it and reach the operator's
 * own network (server-side request forgery), or name their own server that never responds. Allowed:
 * https on the standard port, no user info, the host of a known push service. A name is resolved
 * and its address checked for each connection, since it may change.
 */
export interface EndpointPolicy {
  /** Why an endpoint may not be used; undefined if it may. */
  readonly refuses: (endpoint: string) => string | undefined
  readonly agent: Agent
}

/** The push services of browsers; `*.` allows every subdomain. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/** @param moreHosts additional push services, in the same form */
export function publicEndpoints(moreHosts: readonly string[] = []): EndpointPolicy {
  const hosts = [...KNOWN_HOSTS, ...moreHosts]
  return {
    refuses: (endpoint) => refuseUnlessOf(hosts, endpoint),
    agent: new Agent({ keepAlive: true, maxSockets: 20, lookup: publicLookup }),
  }
}

function refuseUnlessOf(hosts: readonly string[], endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return 'is not a URL'
  const { protocol, port, username, password, hostname } = new URL(endpoint)
  if (protocol !== 'https:') return 'must use https'
  if (port !== '') return 'must use the standard port'
  if (username !== '' || password !== '') return 'must carry no user info'
  const isKnown = hosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  )
  return isKnown ? undefined : 'must be of a known push service'
}

/** Whether the address is publicly routable: "unicast" in the library's terms. */
export function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

const publicLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0)
    const refused = addresses.find(({ address }) => !isPublic(address))
    const [first] = addresses
    if (refused || !first) {
      return done(new Error(`push endpoint ${hostname} has no public address`), '', 0)
    }
    if (options.all) return done(null, addresses)
    return done(null, first.address, first.family)
  })
}
