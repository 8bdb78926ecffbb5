import * as z from 'zod/mini'
import type { EventType } from '#server/events/catalog.ts'
import { eventFollower } from '#server/events/subscription.ts'
import { addJobs, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { type Mail, writeLetter } from '#server/platform/mail.ts'
import { namesOf } from '#server/projections/people.ts'
import { listCountedStaff } from '#server/projections/staff-members.ts'
import type { Services } from '#server/services.ts'
import { inUtc } from '#shared/format.ts'
import { operator } from '#shared/operator/company.ts'
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
        const key = `address ${event.position} ${userId}`
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
      const { rows } = await pool.query<{ email: string }>(
        'select email from person where user_id = $1',
        [userId],
      )
      const [person] = rows
      if (!person) return
      const names = await namesOf(pool, actorId === null ? [] : [actorId])
      const by = actorId === null ? undefined : names.get(actorId)
      const url = `${identity.publicUrl}/admin/settings`
      const mail = addressMail({ to: person.email, isProposal: type === TOLD[0], data, by, url })
      await identity.mailer.sendOnce(key, mail)
    }),
  ]
}

interface Letter {
  readonly to: string
  readonly isProposal: boolean
  readonly data: z.output<typeof told>
  readonly by: string | undefined
  readonly url: string
}

function addressMail({ to, isProposal, data, by, url }: Letter): Mail {
  const { symbol, network, address, previousAddress, takesEffectAt } = data
  const actor = by ?? operator.name
  const waits = takesEffectAt
    ? `There is no second member of staff to approve it, so users see it from ${inUtc(takesEffectAt)} on.`
    : 'Users see it once another member of staff has approved it.'
  return writeLetter({
    to,
    subject: isProposal
      ? `${symbol} deposit address: a change was proposed`
      : `${symbol} deposit address: users see another one`,
    paragraphs: [
      isProposal
        ? `${actor} proposed a deposit address for ${symbol} on ${network}. ${waits}`
        : `The deposit address for ${symbol} on ${network} changed. Last to act: ${actor}.`,
      ...(previousAddress ? [`Old: ${previousAddress}`] : []),
      `New: ${address}`,
      'If you do not recognise the new address, reject it or deactivate it at once: users would send their money there.',
    ],
    link: { label: 'Deposit addresses', url },
  })
}
