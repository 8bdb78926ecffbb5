import type { FastifyBaseLogger } from 'fastify'
import { repeatedFaults } from './repeated-faults.ts'

interface Attempts {
  readonly logger: FastifyBaseLogger
  /** The log message for a failed one. */
  readonly fault: string
  /** How many items are processed concurrently, so that their appends share a commit. */
  readonly atOnce?: number
}

/**
 * Processes each item, so that one that fails does not delay the others. Failures are logged; the
 * caller fails its job at the end, so that staff are notified.
 *
 * @returns how many failed
 */
export async function tryEach<Item extends { readonly id: string }>(
  { logger, fault, atOnce = 1 }: Attempts,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  let failed = 0
  const tryOne = (item: Item) =>
    work(item).catch((error: unknown) => {
      failed += 1
      repeatedFaults(logger).error(`${fault} ${item.id}`, { err: error, id: item.id }, fault)
    })
  for (let from = 0; from < items.length; from += atOnce) {
    await Promise.all(items.slice(from, from + atOnce).map(tryOne))
  }
  return failed
}

/** The same for pages of items. */
export async function tryEachOf<Item extends { readonly id: string }>(
  attempts: Attempts,
  pages: AsyncIterable<readonly Item[]>,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  let failed = 0
  for await (const items of pages) failed += await tryEach(attempts, items, work)
  return failed
}
