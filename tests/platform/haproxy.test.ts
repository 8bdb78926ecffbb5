import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Haproxy, installedHaproxy } from '#scripts/drill/haproxy.ts'
import { freePort } from '#scripts/free-port.ts'
import { until } from '#tests/support/wait.ts'

const program = installedHaproxy()

it.skipIf(!program)('finds the files of a release that only one of three servers has', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-test-haproxy-'))
  const servers = await Promise.all([serverOf('old'), serverOf('old'), serverOf('new')])
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  const port = await freePort()
  const balancer = await Haproxy.start(program as string, { folder, port, servers: ports })
  try {
    await until(async () => (await balancer.serversUp()) === servers.length)
    const statusOf = async (path: string) => (await fetch(`${balancer.origin}${path}`)).status
    const all = (path: string) => Promise.all(Array.from({ length: 60 }, () => statusOf(path)))
    expect(new Set(await all('/assets/new-1.js'))).toEqual(new Set([200]))
    expect(new Set(await all('/assets/old-1.js'))).toEqual(new Set([200]))
    expect(await statusOf('/assets/gone-1.js')).toBe(404)
    // Other paths are requested once: a server may have recorded something.
    expect(new Set(await all('/new-1'))).toEqual(new Set([200, 404]))
  } finally {
    balancer.end()
    for (const server of servers) server.close()
    for (const server of servers) server.closeAllConnections()
    await rm(folder, { recursive: true })
  }
})

/** A server that has only the files of its release. */
async function serverOf(release: string): Promise<Server> {
  const server = createServer(({ url = '' }, response) => {
    const isFound = url === '/readyz' || url.includes(release)
    response.writeHead(isFound ? 200 : 404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return server
}
