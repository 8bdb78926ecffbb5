import type { Decision } from '#server/events/decider.ts'
import { type Attest, handleCommand } from '#server/events/handle-command.ts'
import { findUserNo } from '#server/facts/user-numbers.ts'
import { defineFeature } from '#server/feature.ts'
import {
  decide,
  type UserCommand,
  type UserEvent,
  type UserState,
  user,
} from '#server/identity/decider.ts'
import { changeProfile } from '#server/identity/name-change.ts'
import { requestRecovery, setPasswordByStaff } from '#server/identity/password-change.ts'
import { readSessionUser } from '#server/identity/session-user.ts'
import { outdatedBy } from '#server/identity/user-commands.ts'
import { payoutGuard } from '#server/identity/withdrawal-freeze.ts'
import type { Caller } from '#server/platform/caller.ts'
import { type App, mount } from '#server/platform/mount.ts'
import type { Cause } from '#server/platform/request-cause.ts'
import { askForProof, isFresh } from '#server/platform/step-up.ts'
import {
  countFound,
  countPeople,
  listDirectory,
  readFromDirectory,
} from '#server/queries/user-directory.ts'
import type { Services } from '#server/services.ts'
import { textFields } from '#shared/contract/text.ts'
import * as contract from '#shared/contract/users.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { FOUND_MAX } from '#shared/rules/user-search.ts'
import { msg, textOf } from '#shared/text/t.ts'
import { instantOf } from '#shared/time.ts'
import { presentUser } from './present.ts'

const PAGE_DEFAULT = 50

/** Users' own profiles, and users as staff see and manage them. */
export const usersFeature = defineFeature({ name: 'users', routes: registerUserRoutes })

function registerUserRoutes(app: App, services: Services): void {
  const { pool, clock, identity } = services

  mount(app, services, contract.completeSignUp, async ({ caller, body, cause: { metadata } }) => {
    const { full_name: fullName, phone } = body
    const refusal = await renamingRefusal(services, caller, fullName)
    if (refusal) return refusal
    await changeProfile(identity, caller.userId, { fullName, phone, metadata })
    return { message: msg('Your profile is saved.') }
  })

  mount(app, services, contract.userProfile, async ({ caller }) => {
    return (await readSessionUser(identity, caller.userId)) ?? refuse('item.unknown')
  })

  mount(app, services, contract.readUser, async ({ params }) => {
    return (await readSessionUser(identity, params.userId)) ?? refuse('item.unknown')
  })

  mount(app, services, contract.listUsers, async ({ query }) => {
    const { sort = 'newest', limit = PAGE_DEFAULT, before } = query
    const search = query.search || undefined
    const [rows, total] = await Promise.all([
      listDirectory(pool, { search, sort, limit, before }),
      countPeople(pool),
    ])
    if (!rows) return refuse('user.unknown')
    const isWhole = before === undefined && rows.length < limit
    const foundNow = async () => (search ? countFound(pool, search, FOUND_MAX) : total)
    return {
      users: rows.map((row) => presentUser(services, row)),
      total,
      found: isWhole ? rows.length : await foundNow(),
      next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
    }
  })

  mount(app, services, contract.readManagedUser, async ({ params }) => {
    const row = await readFromDirectory(pool, params.userId)
    return row ? presentUser(services, row) : refuse('user.unknown')
  })

  mount(app, services, contract.toggleUserStatus, async ({ caller, body, cause }) => {
    const { userId } = body
    const type = body.isActive ? 'EnableUser' : 'DisableUser'
    const command = { type, at: instantOf(clock.now()) } as const
    const attest = attestEnabling(services, caller)
    const state = await manage(services, { caller, userId, cause, command, attest })
    if (isRefusal(state)) return state
    return { message: state.isActive ? msg('The user is enabled.') : msg('The user is disabled.') }
  })

  mount(app, services, contract.updateCreditScore, async ({ caller, body, cause }) => {
    const { userId, creditScore } = body
    const command = { type: 'ChangeCreditScore', creditScore, at: instantOf(clock.now()) } as const
    const state = await manage(services, { caller, userId, cause, command })
    if (isRefusal(state)) return state
    const message = textOf('The credit score is now {score}.', { score: state.creditScore })
    return textFields('message', message)
  })

  mount(app, services, contract.updateUserPassword, async ({ caller, body, cause }) => {
    const { userId, newPassword } = body
    if (userId === caller.userId) return refuse('access.own_account')
    const given = { userId, next: newPassword, metadata: cause.metadata, actor: cause }
    const refusal = await setPasswordByStaff(identity, given)
    const message = msg('Password updated successfully! You can now login with your new password.')
    return refusal ?? { message }
  })

  mount(app, services, contract.sendResetLink, async ({ caller, body, cause }) => {
    const { userId } = body
    if (userId === caller.userId) return refuse('access.own_account')
    const email = await emailOf(pool, userId)
    if (email === undefined) return refuse('user.unknown')
    const refusal = await requestRecovery(identity, email)
    if (refusal) return refusal
    const command = { type: 'SendResetLink', at: cause.metadata.at } as const
    const state = await manage(services, { caller, userId, cause, command })
    return isRefusal(state)
      ? state
      : { message: msg('We have sent the user an email with a link.') }
  })
}

/**
 * A change of the name revokes a pending or approved verification and deletes what was submitted
 * for it, so a stolen session must not be enough.
 *
 * Refuses  step_up.required
 * Source   docs/product.md, Step-up
 */
async function renamingRefusal(
  services: Pick<Services, 'clock' | 'identity'>,
  caller: Caller,
  fullName: string,
): Promise<Refusal | undefined> {
  if (isFresh(services, caller)) return undefined
  const { identity } = services
  const user = await readSessionUser(identity, caller.userId)
  const isRevoked = user?.kyc_status === 'pending' || user?.kyc_status === 'approved'
  if (!isRevoked || user.full_name === fullName) return undefined
  return askForProof(await identity.stepUp.methodsOf(caller.userId), '')
}

async function emailOf(pool: Services['pool'], userId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ email: string }>(
    'select email from person where user_id = $1',
    [userId],
  )
  return rows[0]?.email
}

/**
 * A stolen session must not be enough to bring back a member of staff who was found out. It is enough
 * to disable one, because that may be urgent.
 *
 * Refuses  step_up.required
 * Source   docs/product.md, Step-up
 */
function attestEnabling(
  services: Pick<Services, 'clock' | 'identity'>,
  caller: Caller,
): Attest<UserState, UserEvent> {
  return async ({ event }) => {
    const isOfStaff = event.type === 'UserEnabled' && event.data.role !== undefined
    if (!isOfStaff || isFresh(services, caller)) return {}
    return askForProof(await services.identity.stepUp.methodsOf(caller.userId), '')
  }
}

/** Runs a decision of a member of staff about another user. */
async function manage(
  { log, pool }: Pick<Services, 'log' | 'pool'>,
  {
    caller,
    userId,
    cause,
    command,
    attest,
  }: {
    caller: Caller
    userId: string
    cause: Cause
    command: UserCommand
    attest?: Attest<UserState, UserEvent>
  },
): Promise<UserState | Refusal> {
  // Staff who disable themselves may be the only ones who could undo it.
  if (userId === caller.userId) return refuse('access.own_account')
  const owner = await findUserNo(pool, userId)
  if (owner === undefined) return refuse('user.unknown')
  const result = await handleCommand(log, {
    ...cause,
    aggregate: user,
    id: userId,
    owner,
    guardedBy: [payoutGuard(userId)],
    outdates: outdatedBy(command, userId),
    attest,
    decideWith: (state): Decision<UserEvent> => decide(command, state),
  })
  return isRefusal(result) ? result : result.state
}
