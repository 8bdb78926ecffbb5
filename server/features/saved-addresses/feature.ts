import type { DataOf } from '#server/events/event-definition.ts'
import { defineFeature } from '#server/feature.ts'
import { inUtc } from '#shared/format.ts'
import { addressBooks } from './decider.ts'
import { savedAddressEvents } from './events.ts'
import { registerSavedAddressRoutes } from './routes.ts'

type Data<Type extends keyof typeof savedAddressEvents> = DataOf<typeof savedAddressEvents, Type>

export const savedAddressFeature = defineFeature({
  name: 'saved-addresses',
  events: savedAddressEvents,
  audit: { area: 'saved-addresses', label: 'Saved addresses' },
  aggregate: addressBooks,
  live: { action: 'withdraw' },
  routes: registerSavedAddressRoutes,
  ownerMails: {
    AddressSaved: ({ label, symbol, network, address }: Data<'AddressSaved'>) => ({
      subject: 'A withdrawal address was saved',
      text: `The ${symbol} address ${address} (${network}) was saved as “${label}”.`,
    }),
    AllowlistTurnedOn: () => ({
      subject: 'Your withdrawal allowlist is on',
      text: 'From now on withdrawals go only to saved addresses, and to a new one 24 hours after it was saved.',
    }),
    AllowlistEndSet: ({ endsAt }: Data<'AllowlistEndSet'>) => ({
      subject: 'Your withdrawal allowlist is being turned off',
      text: `From ${inUtc(endsAt)} on, withdrawals can go to any address. Until then, turning the allowlist on takes this back.`,
    }),
  },
})
