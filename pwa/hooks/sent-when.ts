import { WAKES_WHEN_CLOSED } from '#pwa/data/background-sync.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'

const { name } = operator

/** When a submission that waits for a connection is sent, which depends on the browser. */
export function sentWhen(what: string): string {
  return WAKES_WHEN_CLOSED
    ? t('{what} is sent automatically.', { what })
    : t('{what} is sent when you next open {name} with a connection.', { what, name })
}

/** The same of one that is about to be kept. */
export function keptUntilSent(what: string): string {
  return WAKES_WHEN_CLOSED
    ? t('{what} is kept on this device and sent automatically.', { what })
    : t('{what} is kept on this device and sent when you next open {name} with a connection.', {
        what,
        name,
      })
}
