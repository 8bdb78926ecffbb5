import { prepare, routeKey } from '#pwa/data/api-request.ts'
import type { NewEntry } from '#pwa/data/outbox/new-entry.ts'
import { submitDeposit } from '#shared/contract/deposits.ts'

export const USER = '018f0000-0000-7000-8000-000000000001'
export const OTHER_USER = '018f0000-0000-7000-8000-000000000002'

export const screenshot = () =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])], 'proof.jpg', { type: 'image/jpeg' })

/** A deposit with its screenshot, as the form submits it. */
export function depositEntry(change: Partial<NewEntry> = {}): NewEntry {
  const body = { symbol: 'BTC', amount: '0.5' } as const
  return {
    id: crypto.randomUUID(),
    userId: USER,
    kind: routeKey(submitDeposit),
    params: undefined,
    body,
    request: prepare(submitDeposit, { body, files: { screenshot: screenshot() } }),
    ...change,
  }
}
