import { LOANS } from './loans.ts'
import type { MessageRow } from './message-row.ts'
import { PAYMENTS } from './payments.ts'
import { PEOPLE } from './people.ts'
import { SERVICE } from './service.ts'
import { TRADING } from './trading.ts'
import { USER_MANAGEMENT } from './users.ts'

/** Every message by area, with the action that shows it. */
export const MESSAGES: Readonly<Record<string, readonly MessageRow[]>> = {
  ...PAYMENTS,
  ...TRADING,
  ...LOANS,
  ...PEOPLE,
  ...SERVICE,
  ...USER_MANAGEMENT,
}
