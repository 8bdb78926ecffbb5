import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Caller } from '#server/platform/caller.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { type App, type MountContext, mount } from '#server/platform/mount.ts'
import { noLimits } from '#server/platform/rate-limits.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { serveApp } from '#server/platform/static-files.ts'
import { get, post } from '#shared/contract/define-route.ts'
import { refuse } from '#shared/refusal.ts'
import { Client } from '#tests/api/support/client.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { noStepUp } from '#tests/support/no-step-up.ts'

// A server with a few routes that store notes, and callers of each kind.

export const OWN_ID = '11111111-1111-4111-8111-111111111111'
export const HEADER = 'idempotency-key'
export const KEY = 'ABCDEF01-2345-4789-8abc-def012345678'

export const note = {
  summary: 'Write a note',
  access: 'user',
  body: z.object({ text: z.string().check(z.minLength(1)), mood: z.optional(z.string()) }),
  response: z.object({ text: z.string() }),
} as const
const notes = {
  summary: 'Notes of one user',
  params: z.object({ userId: z.string() }),
  response: z.array(z.string()),
} as const
export const writeNote = post('/api/notes', note)
export const readNotes = get('/api/notes/:userId', { ...notes, access: 'own' })
export const readAll = get('/api/admin/notes/:userId', { ...notes, access: 'users.read' })
export const forget = post('/api/notes/forget', {
  ...note,
  idempotency: 'natural',
  whenDisabled: 'allowed',
  perMinute: 2,
})

/** Callers by token; any other token is an ended session. */
const CALLERS: Readonly<Record<string, Partial<Caller>>> = {
  'own-own-own-own-own-own': {},
  'other-other-other-other-other': { userId: randomUUID(), userNo: 2n },
  'disabled-disabled-disabled': { isActive: false },
  'admin-admin-admin-admin': { userId: randomUUID(), userNo: 3n, role: 'admin' },
  'dismissed-dismissed-dismissed': { role: 'admin', isActive: false, userId: randomUUID() },
  'careless-careless-careless': { role: 'admin', lacksSecondFactor: true, userId: randomUUID() },
}

/** The same route in a release that reads other fields, and one text differently. */
export const writeNoteNext = post('/api/notes', {
  ...note,
  body: z.object({
    text: z.string().check(z.trim()),
    urgent: z._default(z.boolean(), false),
  }),
})

export function open(
  context: Partial<MountContext> = {},
  write: typeof writeNote | typeof writeNoteNext = writeNote,
): { app: App; causes: Cause[] } {
  const causes: Cause[] = []
  const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const services: MountContext = {
    clock: new MovableClock(),
    rateLimits: noLimits,
    uploads: { keep: () => Promise.reject(new Error('no files here')) },
    incoming: { receive: () => Promise.reject(new Error('no files here')) },
    checkResponses: true,
    identity: { authenticate: byToken(), stepUp: noStepUp },
    ...context,
  }
  mount(app, services, write as typeof writeNote, ({ body, cause, key }) => {
    causes.push(cause)
    if (body.text === 'refuse me') return refuse('item.unknown')
    if (body.text === 'break') throw new Error('secret detail')
    if (body.text === 'fill up') throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    if (body.text === 'chatter') return { text: body.text, secret: key }
    return { text: body.text }
  })
  mount(app, services, readNotes, () => ['one'])
  mount(app, services, readAll, () => ['all'])
  mount(app, services, forget, () => ({ text: 'gone' }))
  serveApp(app, '/nowhere', services.rateLimits)
  return { app, causes }
}

function byToken(): MountContext['identity']['authenticate'] {
  const own: Caller = {
    userId: OWN_ID,
    userNo: 1n,
    role: 'user',
    isActive: true,
    sessionId: randomUUID(),
    displayId: 'A1',
    lacksSecondFactor: false,
    mustChangePassword: false,
    provedAt: Date.now(),
  }
  const byHash = new Map(
    Object.entries(CALLERS).map(([token, facts]) => [hashOf(token), { ...own, ...facts }]),
  )
  return (hash) => Promise.resolve(byHash.get(hash.toString('hex')))
}

export function as(app: App, name: string): Client {
  const token = Object.keys(CALLERS).find((known) => known.startsWith(`${name}-`))
  return new Client(app, token ?? 'x'.repeat(43))
}

/** A POST of a note with the session of its user; the payload is missing. */
export const WRITE_AS_OWN = {
  method: 'POST',
  url: writeNote.path,
  headers: {
    'content-type': 'application/json',
    authorization: 'Bearer own-own-own-own-own-own',
    [HEADER]: KEY,
  },
} as const

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
