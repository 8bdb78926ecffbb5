import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signer, TestLog } from '#tests/proofs/support/test-log.ts'
import { type Browser, openBrowser } from './support/browser.ts'

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `event ${from + at}`)

/** A server that shows a log and gives every caller a session. */
async function serve() {
  const shown = { log: new TestLog(names(0, 5)), refuses: false, asked: 0 }
  const json = (response: ServerResponse, body: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const routes: Record<string, (response: ServerResponse, query: URLSearchParams) => unknown> = {
    '/healthz': (response) => json(response, {}),
    '/api/auth/refresh': (response) =>
      json(response, { access_token: 'token', expires_in: 900, user: { id: 'u', role: 'user' } }),
    '/log/checkpoint': (response) => {
      shown.asked += 1
      response.end(shown.log.note())
    },
    '/log/keys': (response) => {
      const since = '2026-01-01T00:00:00.000Z'
      json(response, { keys: shown.log.listed.map((key) => ({ ...key, since })) })
    },
    '/log/consistency': async (response, query) => {
      const sizes = [Number(query.get('from')), Number(query.get('to'))] as const
      const hashes = shown.refuses ? null : await shown.log.consistency(...sizes)
      if (hashes) json(response, { hashes })
      else json(response, { code: 'item.unknown' }, 404)
    },
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    void routes[url.pathname]?.(response, url.searchParams)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve))
  return Object.assign(shown, { url: `http://127.0.0.1:${port}`, close })
}

let server: Awaited<ReturnType<typeof serve>>
let browser: Browser

beforeEach(async () => {
  server = await serve()
  browser = openBrowser(server.url)
  // An operator's address: on a loopback address, another key means a new database.
  vi.stubGlobal('location', new URL('https://exchange.example'))
})

afterEach(async () => {
  await browser.close()
  await server.close()
})

async function openTab() {
  const tab = await browser.openTab()
  const log = await import('#pwa/data/log-witness/visit-log.ts')
  const proof = await import('#pwa/data/log-witness/verify-proof.ts')
  const { showKnown } = await import('#pwa/data/log-witness/start.ts')
  const { useSignedLogStore } = await import('#pwa/stores/signed-log.ts')
  return { tab, ...log, ...proof, showKnown, shown: useSignedLogStore.getState }
}

describe('a device', () => {
  it('shows what it knows about the log before it asks the server', async () => {
    const { visitLog, showKnown, shown } = await openTab()
    await showKnown()
    expect(shown().log).toBeNull()
    await visitLog()
    const again = await openTab()
    expect(again.shown().log).toBeUndefined()
    server.asked = 0
    await again.showKnown()
    expect(again.shown().log?.size).toBe(5)
    expect(server.asked).toBe(0)
  })

  it('keeps the newest checkpoint that it has verified, and its key', async () => {
    const { visitLog, keptLog } = await openTab()
    await visitLog()
    expect(await keptLog()).toMatchObject({
      witnessed: { keys: [signer(1).vkey], newest: server.log.note() },
      size: 5,
    })
    server.log.append('event 5')
    await visitLog()
    expect(await keptLog()).toMatchObject({ witnessed: { newest: server.log.note() }, size: 6 })
  })

  it('warns of a rewritten log, after a reload too, until the warning was read', async () => {
    const before = await openTab()
    await before.visitLog()
    const honest = server.log.note()
    server.log = new TestLog(['another event', ...names(1, 7)])
    await before.visitLog()
    const after = await openTab()
    const alarm = await after.keptAlarm()
    expect(alarm).toMatchObject({
      readAtMs: undefined,
      evidence: {
        reason: 'inconsistent',
        kept: { newest: honest },
        testimony: { note: server.log.note() },
        address: 'https://exchange.example',
      },
    })
    expect(await after.keptLog()).toMatchObject({ witnessed: { newest: honest } })
    await after.noteAlarmRead()
    server.log.append('event 7')
    await after.visitLog()
    expect(await after.keptAlarm()).toEqual({ ...alarm, readAtMs: expect.any(Number) })
  })

  it('raises another alarm when a log is rewritten again after the user trusted it', async () => {
    const { visitLog, keptAlarm, noteAlarmRead } = await openTab()
    await visitLog()
    const honest = server.log.copy()
    server.log = new TestLog(['another event', ...names(1, 7)])
    await visitLog()
    await noteAlarmRead()
    server.log = honest.append('event 5')
    await visitLog()
    server.log = new TestLog(['another event', ...names(1, 7)])
    await visitLog()
    expect(await keptAlarm()).toMatchObject({
      readAtMs: undefined,
      evidence: { kept: { newest: honest.note() } },
    })
  })

  it('follows the log anew when its user trusts it again', async () => {
    const { visitLog, keptAlarm, keptLog, followAnew } = await openTab()
    await visitLog()
    server.log = new TestLog(['another event', ...names(1, 7)])
    await visitLog()
    await followAnew()
    await visitLog()
    expect(await keptAlarm()).toBeUndefined()
    expect(await keptLog()).toMatchObject({ witnessed: { newest: server.log.note() } })
  })

  it('does not treat a lost connection or a lagging server as a contradiction', async () => {
    const { visitLog, keptAlarm, keptLog } = await openTab()
    await visitLog()
    const kept = await keptLog()
    browser.setNetwork('off unnoticed')
    await expect(visitLog()).rejects.toThrow()
    browser.setNetwork('on')
    server.log = new TestLog(names(0, 3))
    await visitLog()
    expect(await keptAlarm()).toBeUndefined()
    expect(await keptLog()).toMatchObject({
      verifiedAtMs: kept?.verifiedAtMs,
      witnessed: { newest: kept?.witnessed.newest, unproven: { visits: 1 } },
    })
  })

  it('checks once when several tabs are open', async () => {
    const { visitLog } = await openTab()
    await Promise.all([visitLog(), visitLog(), visitLog()])
    expect(server.asked).toBe(1)
  })

  it('warns about a key that no trusted key endorses, except on the operator’s own machine', async () => {
    const { visitLog, keptAlarm, keptLog } = await openTab()
    await visitLog()
    server.log = new TestLog(names(0, 2), signer(2))
    vi.stubGlobal('location', new URL(server.url))
    await visitLog()
    expect(await keptAlarm()).toBeUndefined()
    expect(await keptLog()).toMatchObject({ witnessed: { keys: [signer(2).vkey] } })
    vi.stubGlobal('location', new URL('https://exchange.example'))
    server.log = new TestLog(names(0, 5))
    await visitLog()
    expect(await keptAlarm()).toMatchObject({ evidence: { reason: 'unknown_key' } })
  })
})

describe('the proof of an event', () => {
  const fileOf = (checkpoint: string) => ({ checkpoint, leaf: {}, path: [], event: {} }) as never

  it('is compared with the stored log once, and verified again offline', async () => {
    const first = await openTab()
    await first.visitLog()
    server.log.append('event 5')
    const note = server.log.note()
    expect(await first.verifyProof(fileOf(note), true)).toMatchObject({
      fit: 'consistent',
      size: 6,
    })
    expect(await first.keptLog()).toMatchObject({ size: 6 })
    browser.setNetwork('off')
    const later = await openTab()
    expect(await later.verifyProof(fileOf(note), false)).toMatchObject({
      fit: 'consistent',
      seenAtMs: expect.any(Number),
      checks: { signature: true },
    })
    expect(await later.verifyProof(fileOf(server.log.note(4)), false)).toMatchObject({
      fit: 'unknown',
      seenAtMs: undefined,
    })
  })

  it('of another history is a contradiction, and an alarm', async () => {
    const { visitLog, verifyProof, keptAlarm } = await openTab()
    await visitLog()
    server.log = new TestLog(['another event', ...names(1, 7)])
    const proof = fileOf(server.log.note())
    expect(await verifyProof(proof, true)).toMatchObject({ fit: 'contradiction' })
    expect(await keptAlarm()).toBeDefined()
  })

  it('that was stored before the log was trusted again raises no alarm', async () => {
    const { visitLog, verifyProof, followAnew, keptAlarm } = await openTab()
    await visitLog()
    const old = fileOf(server.log.note())
    await verifyProof(old, true)
    server.log = new TestLog(['another event', ...names(1, 7)])
    await followAnew()
    await visitLog()
    expect(await verifyProof(old, false)).toMatchObject({ fit: 'unknown' })
    expect(await keptAlarm()).toBeUndefined()
  })
})
