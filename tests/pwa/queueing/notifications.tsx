import { NotificationsCard } from '#pwa/features/account/notifications-card.tsx'
import { switchNotification } from '#shared/contract/notification-preferences.ts'
import type { Queueing } from '#tests/pwa/support/queueing.ts'

export const queueing: readonly Queueing[] = [
  {
    route: switchNotification,
    body: { kind: 'loan_results', isOn: false },
    list: <NotificationsCard />,
    shows: 'A notification',
  },
]
