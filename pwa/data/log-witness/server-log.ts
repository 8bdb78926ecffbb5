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
    return listLogKeys.answer.parse(await read(listLogKeys)).keys
  },
  async consistency(from, to) {
    try {
      const query = { from: String(from), to: String(to) }
      return readConsistency.answer.parse(await read(readConsistency, { query })).hashes
    } catch (error) {
      if (isRefusal(error)) return null
      throw error
    }
  },
}

/** With the session: an operator may show the log to users alone. */
function read(route: RouteDefinition, input: AnyInput = {}): Promise<unknown> {
  return perform({ ...prepare(route, input), needsSession: true }, { isUnattended: true })
}

/** The server has answered, and not with the proof. Too many requests are the device's own doing. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && ![401, 429].includes(error.status)
}
