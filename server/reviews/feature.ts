import { defineFeature } from '#server/feature.ts'
import { msg } from '#shared/text/t.ts'
import { firstApprovalDetails } from './approval-details.ts'
import { approvalEvents, hidingEvents } from './events.ts'

// Both kinds of events are on the streams of other features.

export const approvalFeature = defineFeature({
  name: 'approvals',
  events: approvalEvents,
  // The dialog says that the user sees the notes.
  shownToOwner: ['FirstApprovalGiven'],
  audit: {
    area: 'approvals',
    label: msg('Second approvals'),
    details: { FirstApprovalGiven: firstApprovalDetails },
  },
})

export const hidingFeature = defineFeature({
  name: 'hiding',
  events: hidingEvents,
  audit: { area: 'hidden-entries', label: msg('Hidden entries') },
})
