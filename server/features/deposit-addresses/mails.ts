import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { findRecipient } from '#server/identity/recipients.ts'
import { staffMails } from '#server/identity/staff-mails.ts'
import { defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Letter, writeLetter } from '#server/platform/mail.ts'
import { namesOf } from '#server/queries/people.ts'
import type { Services } from '#server/services.ts'
import { inUtc } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
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
})

const mailTask = defineTask(
  'deposit-addresses.mail',
  z.object({
    userId: z.string(),
    type: mailedType,
    data: addressChange,
    actorId: z.nullable(z.string()),
    key: z.string(),
  }),
  'mail',
)

export const addressMails = staffMails({
  name: 'deposit-address-mails',
  types: MAILED,
  task: mailTask,
  payloadOf: ({ type, data, metadata }, { userId, key }) => ({
    userId,
    type: mailedType.parse(type),
    data: addressChange.parse(data),
    actorId: metadata.actor.id ?? null,
    key: `address ${key} ${userId}`,
  }),
})

export function addressTasks({
  pool,
  identity,
}: Pick<Services, 'pool' | 'identity'>): TaskHandler[] {
  return [
    handleTask(mailTask, async ({ userId, type, data, actorId, key }) => {
      const recipient = await findRecipient(pool, userId)
      if (!recipient) return
      const names = await namesOf(pool, actorId === null ? [] : [actorId])
      const by = actorId === null ? undefined : names.get(actorId)
      const url = `${identity.publicUrl}/admin/settings`
      const letter = type === MAILED[0] ? proposalLetter : changeLetter
      const mail = writeLetter(recipient, () => letter({ ...data, by: by ?? operator.name }, url))
      await identity.mailer.sendOnce(key, mail)
    }),
  ]
}

type AddressChange = z.output<typeof addressChange> & { readonly by: string }

function proposalLetter(change: AddressChange, url: string): Letter {
  const { symbol, network, by, takesEffectAt } = change
  return {
    subject: t('{symbol} deposit address: change proposed', { symbol }),
    paragraphs: [
      t('{by} proposed a deposit address for {symbol} on {network}.', { by, symbol, network }),
      takesEffectAt
        ? t(
            'There is no second member of staff to approve it, so it is shown to users from {time}.',
            { time: inUtc(takesEffectAt) },
          )
        : t('It is shown to users once another member of staff has approved it.'),
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
      t('The deposit address for {symbol} on {network} has changed. Last action by: {by}.', {
        symbol,
        network,
        by,
      }),
      ...addressParagraphs(change),
    ],
    link: { label: t('Review deposit addresses'), url },
  }
}

function addressParagraphs({ address, previousAddress }: AddressChange): string[] {
  return [
    ...(previousAddress ? [t('Old address: {address}', { address: previousAddress })] : []),
    t('New address: {address}', { address }),
    t(
      'If you do not recognise the new address, reject or deactivate it immediately. Otherwise users send their deposits to it.',
    ),
  ]
}
