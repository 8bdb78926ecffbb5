import { defineFeature } from '#server/feature.ts'
import { registerAccountRoutes } from './account-routes.ts'
import { registerAuthRoutes } from './auth-routes.ts'
import { user } from './decider.ts'
import { userEvents } from './events.ts'
import { identityMails, identitySchedule, identityTasks } from './identity-jobs.ts'
import { ownerMails } from './owner-mails.ts'
import { registerPasskeyRoutes } from './passkey-routes.ts'

const body = 'If it was not you, contact support at once.'

export const identityFeature = defineFeature({
  name: 'identity',
  events: userEvents,
  audit: { area: 'users', label: 'Users' },
  aggregate: user,
  live: { action: (type) => (type === 'PasswordChanged' ? 'password' : 'user') },
  routes: (app, services) => {
    registerAuthRoutes(app, services)
    registerAccountRoutes(app, services)
    registerPasskeyRoutes(app, services)
  },
  schedules: ({ identity }) => identitySchedule(identity),
  tasks: ({ identity }, _stopping, features) => identityTasks(identity, features),
  followers: (features) => [identityMails, ownerMails(features)],
  notifications: [
    {
      kind: 'security',
      to: 'owner',
      label: 'Security',
      hint: 'Password, second factor, passkeys and frozen withdrawals. A thief in your account would switch this off first.',
      isAlwaysOn: true,
      url: '/profile',
      texts: {
        PasswordChanged: { title: 'Password changed', body },
        SecondFactorEnabled: { title: 'Second factor switched on', body },
        SecondFactorDisabled: { title: 'Second factor switched off', body },
        PasskeyAdded: { title: 'Passkey added', body },
        PasskeyRemoved: { title: 'Passkey removed', body },
        SessionReused: { title: 'Session ended', body },
        SessionCopied: { title: 'Session ended', body },
        RecoveryCodesRenewed: { title: 'New recovery codes', body },
        WithdrawalsFrozen: {
          title: 'Withdrawals frozen',
          body: 'The link in one of our emails froze your withdrawals for 48 hours.',
        },
      },
    },
  ],
})
