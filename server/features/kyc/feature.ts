import { defineFeature } from '#server/feature.ts'
import { kyc } from './decider.ts'
import { kycEvents } from './events.ts'
import { nameChanges, reopenTasks, reverifications } from './reopen.ts'
import { reverificationMails, reverificationMailTasks } from './reverification-mails.ts'
import { kycReviews } from './review.ts'
import { registerKycRoutes } from './routes.ts'
import { kycSchedule } from './sweep.ts'

export const kycFeature = defineFeature({
  name: 'kyc',
  events: kycEvents,
  audit: { area: 'verification', label: 'Verification' },
  aggregate: kyc,
  live: { action: 'kyc' },
  routes: registerKycRoutes,
  followers: () => [nameChanges, reverifications, reverificationMails],
  tasks: (services) => [...reopenTasks(services), ...reverificationMailTasks(services)],
  schedules: (services) => [kycSchedule(services)],
  review: kycReviews,
  reviewNotification: {
    kind: 'kyc-review',
    label: 'Verifications',
    hint: 'One waits for review.',
    texts: {
      KycSubmitted: { title: 'New verification', body: 'A verification waits for review.' },
    },
  },
  notifications: [
    {
      kind: 'kyc',
      to: 'owner',
      label: 'Verification',
      hint: 'Approved, rejected or asked for again.',
      url: '/?open=verification',
      texts: {
        KycApproved: { title: 'Verification approved', body: 'Your account is verified.' },
        KycRejected: {
          title: 'Verification rejected',
          body: 'Your verification was not accepted. See the reason and submit again.',
        },
        KycReset: {
          title: 'Verification reset',
          body: 'Please submit your verification again.',
        },
        KycReopened: {
          title: 'Verify your identity again',
          body: 'A review asks for it. Withdrawals and loans wait until it is approved.',
        },
      },
    },
  ],
})
