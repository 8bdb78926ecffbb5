import { vi } from 'vitest'
import { until } from '#tests/support/wait.ts'
import type { TestApp } from './app.ts'

/**
 * Sends a request and waits until the server waits for the next price to decide it.
 *
 * @returns its response, in an object because a promise would be awaited
 */
export async function untilPriceAwaited<T>(
  { services }: Pick<TestApp, 'services'>,
  send: () => Promise<T>,
): Promise<{ readonly response: Promise<T> }> {
  const waits = vi.spyOn(services.prices, 'firstAfter')
  const response = send()
  await until(() => waits.mock.calls.length > 0)
  waits.mockRestore()
  return { response }
}
