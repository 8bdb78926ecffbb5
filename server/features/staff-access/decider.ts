import type { Aggregate } from '#server/events/decider.ts'
import { type StaffAccessEvent, staffAccessEvents } from './events.ts'

interface StaffAccessState {
  readonly userId: string
}

/** One stream per member of staff, read only by the audit. */
export const staffAccess: Aggregate<StaffAccessState, StaffAccessEvent> = {
  kind: 'staff-access',
  events: staffAccessEvents,
  initial: { userId: '' },
  evolve: (_, { data: { userId } }) => ({ userId }),
  summarise: () => ({ status: 'open', waiting: false }),
  endsWithOwner: true,
}
