import { StartupError } from '#server/platform/startup-error.ts'
import type { Services } from '#server/services.ts'
import { currentKey, keyStatusOf } from './decider.ts'
import { signersOf } from './log-signer.ts'
import { readSignedLog } from './sign-checkpoint.ts'

/**
 * The services of a server that continues the log of its database: under the log's existing name,
 * unless LOG_ORIGIN sets another one, and with a key that may sign it.
 *
 * @throws StartupError if the log does not know the key
 */
export async function withKnownLog(services: Services): Promise<Services> {
  const state = await readSignedLog(services.log)
  const newest = state.keys.at(-1)
  if (newest === undefined) return services
  const logOrigin = services.config.isLogNamed ? services.config.logOrigin : newest.origin
  const config = { ...services.config, logOrigin }
  const { current, previous } = signersOf(config)
  const signing = currentKey(state, logOrigin)
  const status = keyStatusOf(state, { origin: logOrigin, vkey: current.vkey })
  if (signing && status === 'new' && previous?.vkey !== signing.vkey) {
    throw new StartupError(
      `LOG_KEY is not the key that signs this log, which is ${signing.vkey}: set that key, or, ` +
        'when replacing it, set it as LOG_KEY_PREVIOUS and the new one as LOG_KEY. If it is lost, give ' +
        'the log another LOG_ORIGIN: see docs/proofs.md.',
    )
  }
  return { ...services, config }
}
