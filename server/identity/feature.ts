import type { DataOf } from '#server/events/event-definition.ts'
import { defineFeature } from '#server/feature.ts'
import { IF_NOT_YOU } from '#shared/rules/identity.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import { FREEZE_HOURS } from '#shared/rules/withdrawal-freeze.ts'
import { msg, t } from '#shared/text/t.ts'
import { registerAccountRoutes } from './account-routes.ts'
import { userDetails } from './audit-details.ts'
import { registerAuthRoutes } from './auth-routes.ts'
import { user } from './decider.ts'
import { userEvents } from './events.ts'
import { identityMails, identitySchedule, identityTasks } from './identity-jobs.ts'
import { ownerMails } from './owner-mails.ts'
import { registerPasskeyRoutes } from './passkey-routes.ts'
import { identityData } from './personal-data.ts'
import { roleMails } from './role-mails.ts'
import { statusMails } from './status-mails.ts'

const body = IF_NOT_YOU

export const identityFeature = defineFeature({
  name: 'identity',
  events: userEvents,
  audit: { area: 'users', label: msg('Users'), details: userDetails },
  aggregate: user,
  personalData: identityData,
  live: { action: (type) => (type === 'PasswordChanged' ? 'password' : 'user') },
  routes: (app, services) => {
    registerAuthRoutes(app, services)
    registerAccountRoutes(app, services)
    registerPasskeyRoutes(app, services)
  },
  schedules: ({ identity }) => identitySchedule(identity),
  tasks: ({ identity }, _stopping, features) => identityTasks(identity, features),
  followers: (features) => [
    identityMails,
    roleMails.follower,
    statusMails.follower,
    ownerMails(features),
  ],
  notifications: [
    {
      kind: 'security',
      to: 'owner',
      label: msg('Security'),
      hint: msg(
        'Name, password, second factor, passkeys and frozen withdrawals. An intruder would turn this off first.',
      ),
      isAlwaysOn: true,
      url: '/profile',
      texts: {
        PasswordChanged: { title: msg('Password changed'), body },
        SecondFactorEnabled: { title: msg('Second factor turned on'), body },
        SecondFactorDisabled: { title: msg('Second factor turned off'), body },
        PasskeyAdded: { title: msg('Passkey added'), body },
        PasskeyRemoved: { title: msg('Passkey removed'), body },
        SessionReused: { title: msg('Session ended'), body },
        SessionCopied: { title: msg('Session ended'), body },
        RecoveryCodesRenewed: { title: msg('New recovery codes'), body },
        NameChanged: { title: msg('Name changed'), body },
        WithdrawalsFrozen: () => ({
          title: t('Withdrawals frozen'),
          body: t(
            'The link in one of our emails froze your withdrawals for {hours, plural, one {# hour} other {# hours}}.',
            { hours: FREEZE_HOURS },
          ),
        }),
      },
    },
    {
      kind: 'password-by-staff',
      to: 'staff',
      label: msg('Passwords set by staff'),
      hint: msg('A person who knows the password of a user could log in as them.'),
      isAlwaysOn: true,
      only: ({ by }: DataOf<typeof userEvents, 'PasswordChanged'>) => by === 'admin',
      url: '/admin/users?open=manage&user={id}',
      texts: {
        PasswordChanged: {
          title: msg('Password set by staff'),
          body: msg('A member of staff set the password of a user.'),
        },
      },
    },
    {
      kind: 'staff-role',
      to: 'staff',
      label: msg('Members of staff'),
      hint: msg(
        'A new member of staff can approve at once, so all staff are told of every change.',
      ),
      isAlwaysOn: true,
      notifiesAllStaff: true,
      url: '/admin/audit?type=RoleGranted',
      texts: {
        RoleGranted: ({ role }: DataOf<typeof userEvents, 'RoleGranted'>) =>
          isStaff(role)
            ? {
                title: t('Staff role granted'),
                body: t('There is a new member of staff. Check that this was intended.'),
              }
            : {
                title: t('Staff role revoked'),
                body: t(
                  'A colleague is no longer a member of staff. Check that this was intended.',
                ),
              },
      },
    },
    {
      kind: 'staff-status',
      to: 'staff',
      label: msg('Disabled members of staff'),
      hint: msg('Disabling colleagues could be used to avoid their oversight.'),
      isAlwaysOn: true,
      notifiesAllStaff: true,
      only: ({ role }: DataOf<typeof userEvents, 'UserDisabled' | 'UserEnabled'>) =>
        role !== undefined,
      url: '/admin/users?open=manage&user={id}',
      texts: {
        UserDisabled: {
          title: msg('Member of staff disabled'),
          body: msg('A colleague was disabled. Check that this was intended.'),
        },
        UserEnabled: {
          title: msg('Member of staff enabled'),
          body: msg('A colleague can act as staff again. Check that this was intended.'),
        },
      },
    },
  ],
})
