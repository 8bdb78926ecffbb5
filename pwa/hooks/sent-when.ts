import { WAKES_WHEN_CLOSED } from '#pwa/data/background-sync.ts'
import { operator } from '#shared/operator/company.ts'

/** When a submission that waits for a connection is sent, as browsers differ in it. */
export function sentWhen(): string {
  if (WAKES_WHEN_CLOSED) return 'sent automatically'
  return `sent when you next open ${operator.name} with a connection`
}
