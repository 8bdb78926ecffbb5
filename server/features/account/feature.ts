import { Readable } from 'node:stream'
import { readStaffApprovals } from '#server/facts/staff-approvals.ts'
import { countsAsStaff } from '#server/facts/staff-members.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { defineFeature, type Features } from '#server/feature.ts'
import { type App, mount } from '#server/platform/mount.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Services } from '#server/services.ts'
import * as contract from '#shared/contract/account.ts'
import { deleteUser } from '#shared/contract/users.ts'
import { type Refusal, refuse } from '#shared/refusal.ts'
import { COLLEAGUE_COUNTS_DAYS } from '#shared/rules/deposit-addresses.ts'
import { isStaff, type Role } from '#shared/rules/permissions.ts'
import { COUNTING_RULES, SIGN_IN_CHANGED_MS } from '#shared/rules/second-approval.ts'
import { msg } from '#shared/text/t.ts'
import { DAY_MS, instantOf } from '#shared/time.ts'
import { accountTasks, deleteAccount } from './delete-account.ts'
import { unconfirmedSweep } from './delete-unconfirmed.ts'
import { exportOf } from './export.ts'
import { keptProofsSweep } from './kept-proofs.ts'
import { accountData } from './personal-data.ts'
import { replayErasures } from './replay-erasures.ts'

/** The account as a whole: picture, data export, deletion. Source: docs/product.md, Profile. */
export const accountFeature = defineFeature({
  name: 'account',
  routes: registerAccountRoutes,
  schedules: (services, _stopping, { aggregates }) => [
    unconfirmedSweep(services, aggregates),
    keptProofsSweep(services),
  ],
  tasks: accountTasks,
  personalData: accountData,
  prepare: (services, { aggregates }) => replayErasures(services, aggregates),
})

function registerAccountRoutes(app: App, services: Services, features: Features): void {
  const { aggregates } = features
  const { pool, uploads } = services

  mount(app, services, contract.setPicture, async ({ caller, files }) => {
    await changePicture(services, caller.userId, files.picture.id)
    const message = msg('Your profile picture has been saved.')
    return { message, profile_picture: uploads.signedUrl(files.picture.id) }
  })

  mount(app, services, contract.removePicture, async ({ caller }) => {
    await changePicture(services, caller.userId, null)
    return { message: msg('Your profile picture has been removed.') }
  })

  mount(app, services, contract.keepLanguage, async ({ caller, body }) => {
    await pool.query('update person set language = $2 where user_id = $1', [
      caller.userId,
      body.language,
    ])
    return { message: msg('Your language has been saved.') }
  })

  mount(app, services, contract.deleteAccount, async ({ caller, cause }) => {
    // Customers only: a deleted member of staff would leave their reviews without a name.
    if (isStaff(caller.role)) return refuse('access.forbidden')
    const { userId, userNo } = caller
    if (await countsAsStaff(pool, userId, services.clock.now())) {
      return refuse('account.recent_staff', { days: COLLEAGUE_COUNTS_DAYS })
    }
    const request = { userId, userNo, metadata: cause.metadata }
    return (
      (await deleteAccount(services, aggregates, request)) ?? { message: msg('Account Deleted') }
    )
  })

  mount(app, services, contract.exportAccount, ({ caller, request }) => {
    return request.http.reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="account-data.json"')
      .send(Readable.from(exportOf(services, features, caller)))
  })

  // Staff can delete an account under the same conditions as its owner.
  mount(app, services, deleteUser, async ({ caller, body: { userId }, cause }) => {
    if (userId === caller.userId) return refuse('access.own_account')
    const userNo = await findUserNo(pool, userId)
    if (userNo === undefined) return refuse('user.unknown')
    const refused = await staffDeletionRefusal(services, { userId, userNo, by: caller.userId })
    const request = { userId, userNo, metadata: cause.metadata, actor: cause }
    const refusal = refused ?? (await deleteAccount(services, aggregates, request))
    if (refusal?.refused === 'account.not_empty') return refuse('user.not_empty', refusal.details)
    if (refusal?.refused === 'item.unknown') return refuse('user.unknown')
    return refusal ?? { message: msg('The user has been deleted.') }
  })
}

/**
 * Why a member of staff may not delete a user: decisions of staff must keep a name, and the
 * evidence with which others could check this person's actions would be deleted too.
 *
 * Refuses  user.staff_deletion, user.own_traces: first match wins
 */
async function staffDeletionRefusal(
  { pool, log, clock }: Pick<Services, 'pool' | 'log' | 'clock'>,
  { userId, userNo, by }: { userId: string; userNo: bigint; by: string },
): Promise<Refusal | undefined> {
  const document = await log.readDocument<{ readonly role: Role }>(`user-${userId}`)
  if (document && isStaff(document.state.role)) return refuse('user.staff_deletion')
  // A person whose staff role has just been withdrawn still counts as the second person, and may
  // not be deleted either.
  if (await countsAsStaff(pool, userId, clock.now())) return refuse('user.staff_deletion')
  const approvals = await readStaffApprovals(pool, by, instantOf(clock.now()))
  const { hasCredited, hasChangedSignIn } = approvals(String(userNo))
  if (!hasCredited && !hasChangedSignIn) return undefined
  return refuse('user.own_traces', {
    days: COUNTING_RULES.creditedMs / DAY_MS,
    signInDays: SIGN_IN_CHANGED_MS / DAY_MS,
  })
}

/**
 * Replaces a person's picture, or removes it if null. The previous one is erased, unless an event
 * refers to it: in an earlier release, messages and loans could use the same upload.
 */
async function changePicture(
  { pool, uploads }: Services,
  userId: string,
  next: string | null,
): Promise<void> {
  const removed = await inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<{ picture: string | null }>(
      'select picture from person where user_id = $1 for update',
      [userId],
    )
    const before = rows[0]?.picture ?? null
    if (before === next) return null
    await transaction.query('update person set picture = $2 where user_id = $1', [userId, next])
    await transaction.query('update upload set is_referred = true where id = $1', [next])
    await transaction.query('update upload set is_referred = false where id = $1', [before])
    return before
  })
  if (removed) await uploads.release([removed])
}
