import type { Request } from './client.ts'
import type { Command } from './rows.ts'
import type { Person } from './traders.ts'

type MakeRequest = Command['request']

export const byUser = (request: MakeRequest): Command => ({ request })
export const byAdmin = (request: MakeRequest): Command => ({ by: 'admin', request })
export const once = (command: Command): Command => ({ ...command, once: true })

export const saying = (body: object) => () => ({ body }) as Request
export const byId = (id: string, body?: object) =>
  ({ params: { id }, ...(body && { body }) }) as Request
/** About an item that the user has just created. */
export const about =
  (newItem: (user: Person) => Promise<string>, body?: object) => async (user: Person) =>
    byId(await newItem(user), body)

export const APPROVAL = { action: 'approve' } as const
