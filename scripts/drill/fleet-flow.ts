import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callerOver, type Send } from '#scripts/demo/caller.ts'
import { makeHistory } from '#scripts/demo/history.ts'
import { confirmEmail, logIn, signUp } from '#shared/contract/auth.ts'
import type { RouteDefinition } from '#shared/contract/route.ts'
import type { Fleet } from './fleet.ts'
import { type HttpCall, type HttpResponse, httpCaller } from './http-call.ts'

const MAIL_MS_MAX = 60_000
const LOOK_MS = 100
const CONFIRM_LINK = /\/login\?confirm=([\w-]+)/

/**
 * A customer signs up, deposits, trades, borrows, withdraws and contacts support, and staff decide,
 * each request at the server that the load balancer chooses.
 *
 * @param staff access tokens of two members of staff
 * @returns the customer's access token, and the ids of the orders
 */
export async function liveThrough(
  { balancer: { origin }, servers }: Fleet,
  staff: readonly string[],
): Promise<{ readonly token: string; readonly orders: readonly string[] }> {
  const call = httpCaller()
  const email = `${randomUUID()}@example.com`
  const password = randomUUID()
  const person = { email, password, full_name: 'Demo User', phone: '+1 555 0100' }
  await post(call, origin, { route: signUp, body: person })
  const folders = servers.map(({ dataDir }) => join(dataDir, 'mail'))
  await post(call, origin, { route: confirmEmail, body: { token: await linkIn(folders, email) } })
  const body = { email, password, refresh_in_body: true }
  const session = await post(call, origin, { route: logIn, body })
  const { access_token: token, user } = session.json as { access_token: string; user: User }

  const send: Send = ({ method, path, headers, body: sent }) =>
    call(origin, { method, path, headers, body: sent })
  const [admin, colleague] = staff.map((each) => callerOver(send, each))
  if (!admin || !colleague) throw new Error('two members of staff are needed')
  const { json: price } = await call(origin, { method: 'GET', path: '/api/crypto/prices/BTC' })
  await makeHistory(
    {
      user: callerOver(send, token),
      admin,
      colleague,
      userId: user.id,
      onLeftOut: ({ step, code }) => console.log(`  left out: ${step}, ${code}`),
    },
    typeof price.price === 'string' ? price.price : undefined,
  )
  const authorization = `Bearer ${token}`
  const path = `/api/trades/${user.id}`
  const { bytes } = await call(origin, { method: 'GET', path, headers: { authorization } })
  const orders = JSON.parse(bytes.toString('utf8')) as readonly { readonly id: string }[]
  return { token, orders: orders.map(({ id }) => id) }
}

interface User {
  readonly id: string
}

async function post(
  call: HttpCall,
  origin: string,
  { route, body }: { route: RouteDefinition; body: Readonly<Record<string, unknown>> },
): Promise<HttpResponse> {
  const response = await call(origin, {
    method: 'POST',
    path: route.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status >= 300) throw new Error(`${route.path}: ${JSON.stringify(response.json)}`)
  return response
}

/** The mail may have been written by any server. */
async function linkIn(folders: readonly string[], email: string): Promise<string> {
  const startedMs = performance.now()
  while (performance.now() - startedMs < MAIL_MS_MAX) {
    const mails = await Promise.all(folders.map(readMails))
    const mail = mails.flat().find((each) => each.includes(email) && CONFIRM_LINK.test(each))
    const [, token] = CONFIRM_LINK.exec(mail ?? '') ?? []
    if (token) return token
    await sleep(LOOK_MS)
  }
  throw new Error('the mail that confirms the address does not come')
}

async function readMails(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  return Promise.all(names.map(async (name) => decoded(await readFile(join(folder, name), 'utf8'))))
}

/** Source: RFC 2045, section 6.7. */
function decoded(mail: string): string {
  return mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
}
