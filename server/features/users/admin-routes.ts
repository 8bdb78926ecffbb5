import type { Decision } from '#server/events/decider.ts'
import { handleCommand } from '#server/events/handle-command.ts'
import {
  decide,
  type UserCommand,
  type UserEvent,
  type UserState,
  user,
} from '#server/identity/decider.ts'
import { setPasswordByStaff } from '#server/identity/password-change.ts'
import type { Caller } from '#server/platform/caller.ts'
import { type App, type Cause, mount } from '#server/platform/mount.ts'
import {
  countFound,
  countPeople,
  listDirectory,
  readFromDirectory,
} from '#server/projections/user-directory.ts'
import { findUserNo } from '#server/projections/user-numbers.ts'
import type { Services } from '#server/services.ts'
import {
  listUsers,
  readManagedUser,
  toggleUserStatus,
  updateCreditScore,
  updateUserPassword,
} from '#shared/contract/users.ts'
import { isRefusal, type Refusal, refuse } from '#shared/refusal.ts'
import { creditBandOf } from '#shared/rules/credit-score.ts'
import { FOUND_MAX } from '#shared/rules/user-search.ts'
import { instantOf } from '#shared/time.ts'
import { presentUser } from './present.ts'

const PAGE_DEFAULT = 50

/** Users as staff see and manage them. Source: docs/product.md, User management. */
export function registerUserAdminRoutes(app: App, services: Services): void {
  const { pool, clock } = services

  mount(app, services, listUsers, async ({ query }) => {
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
      next: rows.length < limit ? null : (rows.at(-1)?.user_id ?? null),
    }
  })

  mount(app, services, readManagedUser, async ({ params }) => {
    const row = await readFromDirectory(pool, params.userId)
    return row ? presentUser(services, row) : refuse('user.unknown')
  })

  mount(app, services, toggleUserStatus, async ({ caller, body, cause }) => {
    const { userId } = body
    const type = body.isActive ? 'EnableUser' : 'DisableUser'
    const command = { type, at: instantOf(clock.now()) } as const
    const state = await manage(services, { caller, userId, cause, command })
    if (isRefusal(state)) return state
    return { message: state.isActive ? 'The user is enabled.' : 'The user is disabled.' }
  })

  mount(app, services, updateCreditScore, async ({ caller, body, cause }) => {
    const { userId, creditScore } = body
    const command = { type: 'ChangeCreditScore', creditScore, at: instantOf(clock.now()) } as const
    const state = await manage(services, { caller, userId, cause, command })
    if (isRefusal(state)) return state
    return {
      message: `The credit score is ${state.creditScore}: ${creditBandOf(state.creditScore)}.`,
    }
  })

  mount(app, services, updateUserPassword, async ({ caller, body, cause }) => {
    const { userId, newPassword } = body
    if (userId === caller.userId) return refuse('access.own_account')
    const { metadata } = cause
    const given = { userId, next: newPassword, metadata }
    const refusal = await setPasswordByStaff(services.identity, given)
    return (
      refusal ?? {
        message: 'Password updated successfully! You can now login with your new password.',
      }
    )
  })
}

interface Managing {
  readonly caller: Caller
  readonly userId: string
  readonly cause: Cause
  readonly command: UserCommand
}

/** Runs what a member of staff decides about somebody else. */
async function manage(
  { log, pool }: Pick<Services, 'log' | 'pool'>,
  { caller, userId, cause, command }: Managing,
): Promise<UserState | Refusal> {
  // Whoever disables themself may be the last who could undo it.
  if (userId === caller.userId) return refuse('access.own_account')
  const owner = await findUserNo(pool, userId)
  if (owner === undefined) return refuse('user.unknown')
  const result = await handleCommand(log, {
    ...cause,
    aggregate: user,
    id: userId,
    owner,
    decideWith: (state): Decision<UserEvent> => decide(command, state),
  })
  return result.outcome === 'refused' ? result.refusal : result.state
}
