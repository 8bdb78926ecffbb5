import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { actorName, staffMails } from '#server/identity/staff-mails.ts'
import type { Letter } from '#server/platform/mail.ts'
import { inUtc } from '#shared/format.ts'
import { t } from '#shared/text/t.ts'

const MAILED = [
  'DepositAddressProposed',
  'DepositAddressAdded',
  'DepositAddressChanged',
  'DepositAddressActivated',
] as const satisfies readonly EventType[]

const mailedType = z.enum(MAILED)

/** The fields that these events have in common. */
const addressChange = z.object({
  symbol: z.string(),
  network: z.string(),
  address: z.string(),
  previousAddress: z.optional(z.string()),
  takesEffectAt: z.optional(z.nullable(z.string())),
  /** Only of a proposal. */
  change: z.optional(z.enum(['add', 'change', 'activate'])),
})

export const addressMails = staffMails({
  name: 'deposit-address-mails',
  taskName: 'deposit-addresses.mail',
  keyPrefix: 'address',
  types: MAILED,
  content: z.object({
    type: mailedType,
    data: addressChange,
    actorId: z.nullable(z.string()),
  }),
  contentOf: ({ type, data, metadata }) => ({
    type: mailedType.parse(type),
    data: addressChange.parse(data),
    actorId: metadata.actor.id ?? null,
  }),
  letterOf: async ({ type, data, actorId }, context) => {
    const by = await actorName(context, actorId)
    const url = `${context.publicUrl}/admin/settings`
    return () => LETTERS[type]({ ...data, by }, url)
  },
})

type AddressChange = z.output<typeof addressChange> & { readonly by: string }

function proposalLetter(proposed: AddressChange, url: string): Letter {
  const { symbol, network, address, by, takesEffectAt, change } = proposed
  const isOfferedAgain = change === 'activate'
  return {
    subject: t('{symbol} deposit address: change proposed', { symbol }),
    paragraphs: [
      isOfferedAgain
        ? t('{by} proposed to offer the {symbol} address {address} again.', { by, symbol, address })
        : t('{by} proposed a deposit address for {symbol} on {network}.', { by, symbol, network }),
      takesEffectAt
        ? t(
            'There is no second member of staff to approve it, so it is shown to users from {time}.',
            { time: inUtc(takesEffectAt) },
          )
        : t('It is shown to users once another member of staff has approved it.'),
      ...(isOfferedAgain
        ? [t('If you do not expect this, reject it.')]
        : addressParagraphs(proposed)),
    ],
    link: { label: t('Review deposit addresses'), url },
  }
}

function additionLetter(change: AddressChange, url: string): Letter {
  const { symbol, network, by } = change
  return {
    subject: t('{symbol} deposit address: added', { symbol }),
    paragraphs: [
      t('A {symbol} deposit address ({network}) was added by {by}.', { symbol, network, by }),
      ...addressParagraphs(change),
    ],
    link: { label: t('Review deposit addresses'), url },
  }
}

function changeLetter(change: AddressChange, url: string): Letter {
  const { symbol, network, by } = change
  return {
    subject: t('{symbol} deposit address: changed', { symbol }),
    paragraphs: [
      t('The {symbol} deposit address ({network}) was changed by {by}.', { symbol, network, by }),
      ...addressParagraphs(change),
    ],
    link: { label: t('Review deposit addresses'), url },
  }
}

function activationLetter(change: AddressChange, url: string): Letter {
  const { symbol, network, address, by } = change
  return {
    subject: t('{symbol} deposit address: activated', { symbol }),
    paragraphs: [
      t('The {symbol} deposit address ({network}) was activated by {by}.', { symbol, network, by }),
      t('Address: {address}', { address }),
      t(
        'If you do not expect this, deactivate the address immediately. Otherwise users send their deposits to it.',
      ),
    ],
    link: { label: t('Review deposit addresses'), url },
  }
}

const LETTERS = {
  DepositAddressProposed: proposalLetter,
  DepositAddressAdded: additionLetter,
  DepositAddressChanged: changeLetter,
  DepositAddressActivated: activationLetter,
} as const

function addressParagraphs({ address, previousAddress }: AddressChange): string[] {
  return [
    ...(previousAddress ? [t('Old address: {address}', { address: previousAddress })] : []),
    t('New address: {address}', { address }),
    t(
      'If you do not recognise the new address, reject or deactivate it immediately. Otherwise users send their deposits to it.',
    ),
  ]
}
