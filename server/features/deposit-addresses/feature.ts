import { defineFeature } from '#server/feature.ts'
import { proposalDecisions } from '#server/reviews/earlier-proposals.ts'
import { reviewsOf } from '#server/reviews/review-source.ts'
import { addressProposal } from '#shared/contract/deposit-addresses.ts'
import { msg } from '#shared/text/t.ts'
import { addressSchedule } from './apply-due.ts'
import { addressDetails } from './audit-details.ts'
import { depositAddresses } from './decider.ts'
import { depositAddressEvents } from './events.ts'
import { addressMails } from './mails.ts'
import { presentProposal } from './present.ts'
import { registerDepositAddressRoutes } from './routes.ts'

const title = msg('Deposit address changed')
const hint = msg(
  'Users send their deposits to these addresses, so every change is announced to all staff.',
)

export const depositAddressFeature = defineFeature({
  name: 'deposit-addresses',
  events: depositAddressEvents,
  audit: { area: 'deposit-addresses', label: msg('Deposit addresses'), details: addressDetails },
  aggregate: depositAddresses,
  live: { action: 'deposit_address', to: 'everyone' },
  routes: registerDepositAddressRoutes,
  schedules: (services) => [addressSchedule(services)],
  tasks: ({ identity }) => [addressMails.handler(identity)],
  followers: () => [addressMails.follower],
  review: reviewsOf(depositAddresses, {
    subject: addressProposal,
    summarise: ({ symbol, network, firstApproval, changedAt }) => ({
      asset: symbol,
      amount: null,
      note: `${symbol} · ${network}`,
      since: firstApproval?.approvedAt ?? changedAt,
    }),
    present: ({ id, state, firstApprover }, services) =>
      presentProposal(id, state, firstApprover, services),
    // No user waits for the decision.
    decides: {},
    decisions: (id, state) => proposalDecisions(id, state, ({ address }) => address),
  }),
  reviewNotification: {
    kind: 'address-review',
    label: msg('Proposed deposit addresses'),
    hint,
    isAlwaysOn: true,
    notifiesAllStaff: true,
    texts: {
      DepositAddressProposed: {
        title: msg('Deposit address proposed'),
        body: msg(
          'A member of staff proposed a change of a deposit address. Check it at the review desk.',
        ),
      },
    },
  },
  notifications: [
    {
      kind: 'address-change',
      to: 'staff',
      label: msg('Deposit addresses'),
      hint,
      isAlwaysOn: true,
      notifiesAllStaff: true,
      url: '/admin/settings',
      texts: {
        DepositAddressAdded: { title, body: msg('A deposit address was added.') },
        DepositAddressChanged: { title, body: msg('A deposit address was changed.') },
        DepositAddressActivated: { title, body: msg('A deposit address was activated.') },
        DepositAddressDeactivated: { title, body: msg('A deposit address was deactivated.') },
      },
    },
  ],
})
