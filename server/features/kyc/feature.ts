import { defineFeature } from '#server/feature.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { readOwnApplicants } from './applicants.ts'
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
  audit: {
    area: 'verification',
    label: msg('Verification'),
    details: {
      KycReopened: ({ askedIn }) => textOf('Requested in {request}', { request: askedIn }),
    },
  },
  aggregate: kyc,
  shownToOwner: ['KycRejected', 'KycReopened'],
  personalData: [
    {
      name: 'verifications',
      tables: ['kyc_applicant'],
      read: (services, { userId }) => readOwnApplicants(services, userId),
    },
  ],
  live: { action: 'kyc' },
  routes: registerKycRoutes,
  followers: () => [nameChanges, reverifications, reverificationMails],
  tasks: (services) => [...reopenTasks(services), ...reverificationMailTasks(services)],
  schedules: (services) => [kycSchedule(services)],
  review: kycReviews,
  reviewNotification: {
    kind: 'kyc-review',
    label: msg('Verifications'),
    hint: msg('A new one is waiting for review.'),
    texts: {
      KycSubmitted: {
        title: msg('New verification'),
        body: msg('A verification is waiting for review.'),
      },
    },
  },
  notifications: [
    {
      kind: 'kyc',
      to: 'owner',
      label: msg('Verification'),
      hint: msg('Approved, rejected or requested again.'),
      url: '/?open=verification',
      texts: {
        KycApproved: {
          title: msg('Verification approved'),
          body: msg('Your identity is verified.'),
        },
        KycRejected: {
          title: msg('Verification rejected'),
          body: msg(
            'Your verification was rejected. Open the app to see the reason and submit it again.',
          ),
        },
        KycReset: {
          title: msg('Verification reset'),
          body: msg('Please submit your verification again.'),
        },
        KycReopened: {
          title: msg('Verify your identity again'),
          body: msg(
            'Your withdrawals and loan applications wait until your new verification is approved.',
          ),
        },
      },
    },
  ],
})
