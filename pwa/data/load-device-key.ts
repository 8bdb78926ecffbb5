import { localError } from './api-error.ts'

/** The key and its database are no part of the first paint. */
export function loadDeviceKey(): Promise<typeof import('./device-key.ts')> {
  return import('./device-key.ts').catch(() => {
    throw localError('network.unreachable')
  })
}
