import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Caller } from '#server/platform/caller.ts'
import { createHttpServer } from '#server/platform/http-server.ts'
import { mount } from '#server/platform/mount.ts'
import { noLimits } from '#server/platform/rate-limits.ts'
import { get } from '#shared/contract/define-route.ts'
import { Client } from '#tests/api/support/client.ts'
import { MovableClock } from '#tests/api/support/clock.ts'
import { noStepUp } from '#tests/support/no-step-up.ts'

type Table = typeof import('#shared/rules/permissions.ts')

/** Adds a role that can read everything but change nothing. */
vi.mock('#shared/rules/permissions.ts', async (importOriginal) => {
  const table = await importOriginal<Table>()
  const readings: readonly string[] = table.PERMISSIONS.filter((name) => name.endsWith('.read'))
  const isAuditor = (role: string) => role === 'auditor'
  return {
    ...table,
    may: ((role, permission) =>
      isAuditor(role)
        ? readings.includes(permission)
        : table.may(role, permission)) as Table['may'],
    isStaff: ((role) => isAuditor(role) || table.isStaff(role)) as Table['isStaff'],
  }
})

const OWN_ID = randomUUID()
const route = { summary: '', response: z.string() } as const
const ROUTES = {
  read: get('/audit', { ...route, access: 'audit.read' }),
  approve: get('/loans', { ...route, access: 'loans.review' }),
  others: get('/portfolio/:userId', { ...route, access: 'own' }),
}

function appFor(role: string) {
  const caller = {
    userId: OWN_ID,
    userNo: 1n,
    role,
    isActive: true,
    sessionId: randomUUID(),
    displayId: 'A1',
    lacksSecondFactor: false,
  } as unknown as Caller
  const app = createHttpServer({ trustedProxies: [], publicUrl: 'http://x' })
  const context = {
    clock: new MovableClock(),
    rateLimits: noLimits,
    uploads: { keep: () => Promise.reject(new Error('no files here')) },
    incoming: { receive: () => Promise.reject(new Error('no files here')) },
    checkResponses: true,
    identity: { authenticate: async () => caller, stepUp: noStepUp },
  }
  for (const each of Object.values(ROUTES)) mount(app, context, each, () => 'in')
  return new Client(app, 'x'.repeat(43))
}

it.each([
  ['user', { read: 403, approve: 403, others: 403 }],
  ['auditor', { read: 200, approve: 403, others: 200 }],
  ['admin', { read: 200, approve: 200, others: 200 }],
])('the permission table decides what a role can do: %s', async (role, expected) => {
  const client = appFor(role)
  const params = { userId: randomUUID() }
  expect({
    read: (await client.send(ROUTES.read)).status,
    approve: (await client.send(ROUTES.approve)).status,
    others: (await client.send(ROUTES.others, { params })).status,
  }).toEqual(expected)
})
