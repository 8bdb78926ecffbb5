import { defineFeature } from '#server/feature.ts'
import { depositAddresses } from './decider.ts'
import { depositAddressEvents } from './events.ts'
import { registerDepositAddressRoutes } from './routes.ts'

const title = 'Deposit address changed'

export const depositAddressFeature = defineFeature({
  name: 'deposit-addresses',
  events: depositAddressEvents,
  audit: { area: 'deposit-addresses', label: 'Deposit addresses' },
  aggregate: depositAddresses,
  live: { action: 'deposit_address', to: 'everyone' },
  routes: registerDepositAddressRoutes,
  notifications: [
    {
      kind: 'address-change',
      to: 'staff',
      label: 'Deposit addresses',
      hint: 'Whoever puts in an address of their own takes what users deposit: everybody must know.',
      isAlwaysOn: true,
      url: '/admin/settings',
      texts: {
        DepositAddressAdded: { title, body: 'A deposit address was added.' },
        DepositAddressChanged: { title, body: 'A deposit address was changed.' },
        DepositAddressActivated: { title, body: 'A deposit address was activated.' },
        DepositAddressDeactivated: { title, body: 'A deposit address was deactivated.' },
      },
    },
  ],
})
