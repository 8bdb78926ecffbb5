import { localError } from './api-error.ts'

/** The first paint does not need the key or its database. */
export function loadDeviceKey(): Promise<typeof import('./device-key.ts')> {
  return import('./device-key.ts').catch(() => {
    throw localError('network.unreachable')
  })
}
