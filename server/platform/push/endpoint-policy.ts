import { lookup as resolve } from 'node:dns'
import { Agent } from 'node:https'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Which addresses a push may go to.
 *
 * A browser hands us the URL that the server will call, so it is an attacker's choice: without a
 * rule it would reach into the operator's own network (server-side request forgery). Only https on
 * its own port, no user info, and no address that is not public. Names are checked again when the
 * connection is made, since a name may point elsewhere by then.
 */
export interface EndpointPolicy {
  /** Why an endpoint may not be used; undefined when it may. */
  readonly refuses: (endpoint: string) => string | undefined
  readonly agent: Agent
}

export function publicEndpoints(): EndpointPolicy {
  return {
    refuses: refuseUnlessPublic,
    agent: new Agent({ keepAlive: true, maxSockets: 20, lookup: publicLookup }),
  }
}

function refuseUnlessPublic(endpoint: string): string | undefined {
  if (!URL.canParse(endpoint)) return 'is no URL'
  const { protocol, port, username, password, hostname } = new URL(endpoint)
  if (protocol !== 'https:') return 'must use https'
  if (port !== '') return 'must use the standard port'
  if (username !== '' || password !== '') return 'must carry no user info'
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && !isPublic(host)) return 'must be a public address'
  if (!host.includes('.') && !host.includes(':')) return 'must be a public name'
  if (/\.(localhost|local|internal|lan|home|arpa|test|invalid)\.?$/i.test(host)) {
    return 'must be a public name'
  }
  return undefined
}

/** True for addresses that routers carry between networks: "unicast" in the library's terms. */
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
