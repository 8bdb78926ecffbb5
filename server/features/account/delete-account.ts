import type { PoolClient } from 'pg'
import * as z from 'zod/mini'
import type { AnyAggregate } from '#server/events/decider.ts'
import type { Metadata } from '#server/events/log.ts'
import { countOpenDocuments } from '#server/facts/open-documents.ts'
import { deletionMail } from '#server/identity/mails.ts'
import { metadataShape, runSystemCommand } from '#server/identity/user-commands.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { HAS_ENDED } from '#server/ledger/listed-rule.ts'
import { type ActorChecks, checkActor } from '#server/platform/actor-check.ts'
import { addJob, defineTask, handleTask, type TaskHandler } from '#server/platform/jobs.ts'
import { LOCKS, lockTransaction } from '#server/platform/locks.ts'
import type { Recipient } from '#server/platform/mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Queryable } from '#server/projections/documents.ts'
import { levelled } from '#server/projections/levelled.ts'
import type { Services } from '#server/services.ts'
import { formatUnits } from '#shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import type { Text } from '#shared/text/t.ts'
import { textOf, write } from '#shared/text/t.ts'
import { epochMsOf, SECOND_MS } from '#shared/time.ts'
import { eraseUploads } from './kept-proofs.ts'
import { eraseSentFiles } from './sent-files.ts'

type Needs = Pick<Services, 'pool' | 'log' | 'identity' | 'uploads' | 'erasures' | 'logger'>

/** Gives the request time to finish the erasure before the job runs in case it did not. */
const JOB_DELAY_MS = 10 * SECOND_MS

/** The steps after the person is erased; each step may run twice. */
const erasure = z.object({
  userId: z.string(),
  /** Absent in jobs of an earlier version. */
  userNo: z.optional(z.string()),
  /** The address of the last mail. Removed with the job, or when the job is given up. */
  email: z.string(),
  /** Absent in jobs of an earlier version. */
  language: z.optional(z.nullable(z.string())),
  files: z.array(z.string()),
  /** A sign-up that was never confirmed. Absent in jobs of an earlier version. */
  isUnconfirmed: z.optional(z.boolean()),
  metadata: metadataShape,
})
type Erasure = z.output<typeof erasure>

const finishErasureTask = defineTask('account.finish-erasure', erasure, 'mail', {
  isPersonal: true,
})

export interface DeletionRequest {
  readonly userId: string
  readonly userNo: bigint
  readonly metadata: Metadata
  /** If staff delete it. */
  readonly actor?: ActorChecks
  /**
   * Deletes the person only if the address is unconfirmed and no valid confirmation link is left.
   */
  readonly onlyUnconfirmed?: true
}

/**
 * Deletes an account: closes it in the ledger, erases the person with everything that refers to it,
 * and records it in the log.
 *
 * The transaction takes the lock that every append shares, so no command is running while it checks
 * for obstacles; once it has committed, the log refuses later ones. So no concurrent deposit or
 * order can leave money behind.
 *
 * Refuses  what `checkActor` refuses, account.not_empty, item.unknown: first match wins
 * Source   docs/product.md, Account deletion
 */
export async function deleteAccount(
  services: Needs,
  aggregates: readonly AnyAggregate[],
  { userId, userNo, metadata, actor = {}, onlyUnconfirmed }: DeletionRequest,
): Promise<Refusal | undefined> {
  const holdActor = await checkActor(services.log, actor)
  if (isRefusal(holdActor)) return holdActor
  const result = await inTransaction(services.pool, async (transaction) => {
    await lockTransaction(transaction, LOCKS.closingAccount)
    const changed = await holdActor(transaction)
    if (changed) return changed
    const obstacles = await findObstacles(transaction, aggregates, userNo)
    if (obstacles.length > 0) {
      return refuse('account.not_empty', {
        obstacles: obstacles.map(write),
        obstacle_texts: obstacles,
      })
    }
    const condition = onlyUnconfirmed ? UNCONFIRMED : 'true'
    const erased = await erase(transaction, { userId, userNo, at: metadata.at, condition })
    if (!erased) return refuse('item.unknown')
    const isUnconfirmed = onlyUnconfirmed ?? false
    const job: Erasure = { userId, userNo: String(userNo), ...erased, isUnconfirmed, metadata }
    await addErasureJob(transaction, job, epochMsOf(metadata.at))
    return job
  })
  if ('refused' in result) return result
  await finishErasureNow(services, result)
  return undefined
}

/**
 * In the transaction that erases the person, so that the remaining steps run even if this process
 * dies.
 */
export async function addErasureJob(
  transaction: PoolClient,
  job: Erasure,
  nowMs: number,
): Promise<void> {
  await addJob(transaction, finishErasureTask, job, { runAt: new Date(nowMs + JOB_DELAY_MS) })
}

/** Runs the steps of the job immediately. */
export async function finishErasureNow(services: Needs, erased: Erasure): Promise<void> {
  try {
    await finishErasure(services, erased)
  } catch (error) {
    services.logger.warn({ err: error }, 'the job will finish what could not be finished at once')
  }
}

/**
 * What prevents the deletion of an account, as text: funds of each asset, then every pending or
 * running stream. Every kind of stream prevents it, unless its aggregate says that it ends with its
 * owner.
 *
 * Source: docs/product.md, Account deletion
 */
export async function findObstacles(
  db: Queryable,
  aggregates: readonly AnyAggregate[],
  owner: bigint,
): Promise<Text[]> {
  const kinds = aggregates.filter(({ endsWithOwner }) => !endsWithOwner).map(({ kind }) => kind)
  const balances = await readBalances(db, owner)
  const open = await countOpenDocuments(db, owner, kinds)
  const funds = balances
    .map(({ symbol, available, frozen }) => ({ symbol, amount: available + frozen }))
    .filter(({ amount }) => amount !== 0n)
    .map(({ symbol, amount }) =>
      textOf('{amount} {symbol}', { amount: formatUnits(amount), symbol }),
    )
  const streams = open.map(({ kind, waiting, count }) =>
    textOf(
      '{kind, select, deposit {{count, plural, one {# pending deposit} other {# pending deposits}}} withdrawal {{count, plural, one {# pending withdrawal} other {# pending withdrawals}}} order {{count, plural, one {# pending spot order} other {# pending spot orders}}} futures {{count, plural, one {# open futures trade} other {# open futures trades}}} stake {{count, plural, one {# active stake} other {# active stakes}}} application {{count, plural, one {# pending loan application} other {# pending loan applications}}} loan {{count, plural, one {# unpaid loan} other {# unpaid loans}}} other {{count, plural, one {# open request} other {# open requests}}}}',
      { kind: KIND_WORDS[waiting ? `waiting ${kind}` : kind] ?? kind, count },
    ),
  )
  return [...funds, ...streams]
}

/** Kinds for which the text uses another word. */
const KIND_WORDS: Readonly<Record<string, string>> = {
  'waiting spot-order': 'order',
  'waiting loan': 'application',
}

interface Erased {
  readonly userId: string
  readonly userNo: bigint
  readonly at: string
  /** An SQL condition on the row of the person. */
  readonly condition: string
}

/** A person who has not confirmed the address and whose last confirmation link has expired. */
export const UNCONFIRMED = `
  email_confirmed_at is null
  and not exists (select from sign_up where sign_up.user_id = person.user_id)`

/** Everything that identifies the person; foreign keys delete rows that refer to it. */
export async function erase(
  transaction: PoolClient,
  { userId, userNo, at, condition }: Erased,
): Promise<(Recipient & { readonly files: string[] }) | undefined> {
  // Once the lists are up to date, and while nothing is appended, no follower can restore the
  // deleted rows.
  const lists = await levelled(transaction)
  const person = await transaction.query<Recipient>(
    `delete from person where user_id = $1 and (${condition}) returning email, language`,
    [userId],
  )
  const [recipient] = person.rows
  if (!recipient) return undefined
  await transaction.query(
    'insert into closed_account (user_no, closed_at) values ($1, $2) on conflict do nothing',
    [userNo, at],
  )
  await transaction.query('delete from recovery where email = $1', [recipient.email])
  await lists.query(`delete from listed d where d.owner = $1 and ${HAS_ENDED}`, [userNo])
  return { ...recipient, files: await eraseUploads(transaction, { userId, userNo, at }) }
}

async function finishErasure(
  services: Needs,
  { userId, userNo, email, language = null, files, isUnconfirmed = false, metadata }: Erasure,
): Promise<void> {
  // A stranger can sign up any number of addresses, so these erasures are not registered. They need
  // not be: if an older copy of the database brings back an unconfirmed person, their last link has
  // already expired, and the hourly job deletes the person again.
  if (userNo && !isUnconfirmed) await services.erasures.add({ userId, userNo, at: metadata.at })
  await runSystemCommand(services.identity, {
    userId,
    key: 'delete',
    command: { type: 'DeleteUser', at: metadata.at },
    metadata,
  })
  const sent = userNo ? await eraseSentFiles(services.pool, userNo) : []
  await services.uploads.removeContent([...files, ...sent])
  // An unconfirmed address may belong to another person; in a replay the mail was already sent.
  if (metadata.actor.kind === 'system') return
  const by = metadata.actor.kind === 'admin' ? 'staff' : 'owner'
  await services.identity.mailer.sendOnce(
    `deletion ${userId}`,
    deletionMail({ email, language }, by),
  )
}

export function accountTasks(services: Needs): TaskHandler[] {
  return [handleTask(finishErasureTask, (payload) => finishErasure(services, payload))]
}
