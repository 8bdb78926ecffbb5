import type { DataOf } from '#server/events/event-definition.ts'
import { defineFeature } from '#server/feature.ts'
import { inUtc } from '#shared/format.ts'
import { ADDRESS_DELAY_HOURS } from '#shared/rules/withdrawal-allowlist.ts'
import { msg, t, textOf } from '#shared/text/t.ts'
import { addressBooks } from './decider.ts'
import { savedAddressEvents } from './events.ts'
import { registerSavedAddressRoutes } from './routes.ts'

type Data<Type extends keyof typeof savedAddressEvents> = DataOf<typeof savedAddressEvents, Type>

export const savedAddressFeature = defineFeature({
  name: 'saved-addresses',
  events: savedAddressEvents,
  audit: {
    area: 'saved-addresses',
    label: msg('Saved addresses'),
    details: {
      AddressSaved: ({ symbol, network, address }) =>
        textOf('{symbol} on {network}: {address}', { symbol, network, address }),
      AllowlistEndSet: ({ endsAt }) => textOf('Until {time}', { time: inUtc(endsAt) }),
    },
  },
  aggregate: addressBooks,
  live: { action: 'withdraw' },
  routes: registerSavedAddressRoutes,
  ownerMails: {
    AddressSaved: ({ label, symbol, network, address }: Data<'AddressSaved'>) => ({
      subject: t('Withdrawal address saved'),
      text: t('The {symbol} address {address} ({network}) was saved as “{label}”.', {
        symbol,
        address,
        network,
        label,
      }),
    }),
    AllowlistTurnedOn: () => ({
      subject: t('Your withdrawal allowlist is on'),
      text: t(
        'You can now withdraw only to your saved addresses. A new address can be used {hours, plural, one {# hour} other {# hours}} after you save it.',
        { hours: ADDRESS_DELAY_HOURS },
      ),
    }),
    AllowlistEndSet: ({ endsAt }: Data<'AllowlistEndSet'>) => ({
      subject: t('Your withdrawal allowlist is being turned off'),
      text: t(
        'From {time}, withdrawals can go to any address. To keep the allowlist, turn it on again before then.',
        { time: inUtc(endsAt) },
      ),
    }),
  },
})
