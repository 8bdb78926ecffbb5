import type { RouteDefinition } from '#shared/contract/route.ts'
import { listLogKeys, readCheckpoint, readConsistency } from '#shared/contract/signed-log.ts'
import type { LogSource } from '#shared/proofs/observe-log.ts'
import { perform } from '../api-client.ts'
import { ApiError } from '../api-error.ts'
import { type AnyInput, prepare } from '../api-request.ts'

/** The log as this server shows it. */
export const serverLog: LogSource = {
  async checkpoint() {
    return ((await read(readCheckpoint)) as Response).text()
  },
  async keys() {
    return listLogKeys.response.parse(await read(listLogKeys)).keys
  },
  async consistency(from, to) {
    try {
      const query = { from: String(from), to: String(to) }
      return readConsistency.response.parse(await read(readConsistency, { query })).hashes
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  },
}

/** With the session, because an operator may show the log only to users. */
function read(route: RouteDefinition, input: AnyInput = {}): Promise<unknown> {
  return perform({ ...prepare(route, input), needsSession: true }, { isUnattended: true })
}

/** The server responded without the proof. Rate limiting does not count: the device caused it. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && ![401, 429].includes(error.status)
}
