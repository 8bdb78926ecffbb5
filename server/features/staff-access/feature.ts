import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { staffAccess } from './decider.ts'
import { staffAccessEvents } from './events.ts'
import { staffAccessTasks } from './record.ts'
import { watchRefusals } from './watch-refusals.ts'

/** Sign-ins, failed sign-ins and refused attempts of staff, for the audit. */
export const staffAccessFeature = defineFeature({
  name: 'staff-access',
  events: staffAccessEvents,
  audit: {
    area: 'staff-access',
    label: msg('Staff access'),
    details: {
      StaffSignInFailed: ({ code }) => code,
      StaffAttemptRefused: ({ route, code }) => `${route}: ${code}`,
    },
  },
  aggregate: staffAccess,
  live: null,
  tasks: staffAccessTasks,
  hooks: watchRefusals,
})
