import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { eventFollower } from '#server/events/subscription.ts'
import { findRecipient } from '#server/identity/recipients.ts'
import { addJobs, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Letter, writeLetter } from '#server/platform/mail.ts'
import { effectKey } from '#server/platform/outside-effects.ts'
import { namesOf } from '#server/projections/people.ts'
import { listCountedStaff } from '#server/projections/staff-members.ts'
import type { Services } from '#server/services.ts'
import { inUtc } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
import { t } from '#shared/text/t.ts'
import { epochMsOf } from '#shared/time.ts'

const TOLD = [
  'DepositAddressProposed',
  'DepositAddressAdded',
  'DepositAddressChanged',
  'DepositAddressActivated',
] as const satisfies readonly EventType[]

/** What every one of these events holds. */
const told = z.object({
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
    type: z.enum(TOLD),
    data: told,
    actorId: z.nullable(z.string()),
    key: z.string(),
  }),
)

/** Follows the log and adds a mail for each member of staff, the actor included. */
export const addressMails = eventFollower({
  name: 'deposit-address-mails',
  from: 'now',
  types: TOLD,
  handle: async (events, transaction) => {
    for (const event of events) {
      const type = TOLD.find((name) => name === event.type)
      if (!type) continue
      const data = told.parse(event.data)
      const { at, actor } = event.metadata
      const staff = await listCountedStaff(transaction, epochMsOf(at))
      const mails = staff.map(({ userId }) => {
        const key = `address ${effectKey(event)} ${userId}`
        return { payload: { userId, type, data, actorId: actor.id ?? null, key } }
      })
      await addJobs(transaction, mailTask, mails)
    }
  },
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
      const letter = type === TOLD[0] ? proposalLetter : changeLetter
      const mail = writeLetter(recipient, () => letter({ ...data, by: by ?? operator.name }, url))
      await identity.mailer.sendOnce(key, mail)
    }),
  ]
}

type Told = z.output<typeof told> & { readonly by: string }

function proposalLetter(change: Told, url: string): Letter {
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

function changeLetter(change: Told, url: string): Letter {
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

function addressParagraphs({ address, previousAddress }: Told): string[] {
  return [
    ...(previousAddress ? [t('Old address: {address}', { address: previousAddress })] : []),
    t('New address: {address}', { address }),
    t(
      'If you do not recognise the new address, reject or deactivate it immediately. Otherwise users send their deposits to it.',
    ),
  ]
}
