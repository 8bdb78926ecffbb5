import type { Aggregate, Decision } from '#server/events/decider.ts'
import type { EventsOf } from '#server/events/event-definition.ts'
import { refuse } from '#shared/refusal.ts'
import { isCreditScore } from '#shared/rules/credit-score.ts'
import { CREDIT_SCORE_DEFAULT } from '#shared/rules/identity.ts'
import { isStaff, type Role } from '#shared/rules/permissions.ts'
import { holdEnd, WITHDRAWAL_HOLD_HOURS } from '#shared/rules/withdrawal-hold.ts'
import type { Instant } from '#shared/time.ts'
import { userEvents } from './events.ts'

export type UserEvent = EventsOf<typeof userEvents>

/** What the log knows about a user; personal data is stored elsewhere. */
export interface UserState {
  readonly role: Role
  readonly isActive: boolean
  readonly displayId: string
  readonly creditScore: number
  readonly secondFactor: boolean
  /** Absent until there is one. */
  readonly passkeys?: readonly { readonly id: string; readonly credentialId: string }[]
  readonly signedUpAt: Instant | null
  readonly emailConfirmedAt: Instant | null
  readonly passwordChangedAt: Instant | null
  /** Missing unless the account was deleted. */
  readonly deletedAt?: Instant
}

export type UserCommand =
  | { readonly type: 'SignUp'; readonly displayId: string; readonly at: Instant }
  | {
      readonly type:
        | 'ConfirmEmail'
        | 'EnableSecondFactor'
        | 'DisableSecondFactor'
        | 'RenewRecoveryCodes'
        | 'ChangeName'
        | 'SendResetLink'
        | 'EndReusedSession'
        | 'EndCopiedSession'
        | 'DisableUser'
        | 'EnableUser'
        | 'DeleteUser'
      readonly at: Instant
    }
  | {
      readonly type: 'ChangePassword'
      readonly by: 'owner' | 'recovery' | 'admin'
      readonly at: Instant
    }
  | {
      readonly type: 'AddPasskey'
      readonly passkeyId: string
      readonly credentialId: string
      readonly publicKey: string
      readonly at: Instant
    }
  | {
      readonly type: 'RenamePasskey' | 'RemovePasskey'
      readonly passkeyId: string
      readonly at: Instant
    }
  | { readonly type: 'FreezeWithdrawals'; readonly until: Instant; readonly at: Instant }
  | { readonly type: 'GrantRole'; readonly role: Role; readonly reason: string }
  | { readonly type: 'ChangeCreditScore'; readonly creditScore: number; readonly at: Instant }

/**
 * A user's status: role, activity, confirmation and the dates that other rules need.
 *
 * State    none → signed up → confirmed; active ⇄ disabled at any time; finally deleted
 * Units    creditScore: points from 0 to 850
 * Refuses  item.unknown before sign-up and after deletion, user.credit_score_out_of_range,
 *          user.unchanged: first match wins
 * Source   docs/product.md, Accounts and sessions
 */
export function decide(command: UserCommand, state: UserState): Decision<UserEvent> {
  if (command.type === 'SignUp') return signUp(command, state)
  if (!exists(state)) return refuse('item.unknown')
  switch (command.type) {
    case 'ConfirmEmail':
      if (state.emailConfirmedAt !== null) return unchanged('confirmed')
      return { type: 'EmailConfirmed', data: { confirmedAt: command.at } }
    case 'ChangePassword':
      return {
        type: 'PasswordChanged',
        data: { by: command.by, changedAt: command.at, ...holdAfter(command.at) },
      }
    case 'EnableSecondFactor':
      if (state.secondFactor) return unchanged('second_factor_on')
      return { type: 'SecondFactorEnabled', data: { enabledAt: command.at } }
    case 'DisableSecondFactor':
      if (!state.secondFactor) return unchanged('second_factor_off')
      return {
        type: 'SecondFactorDisabled',
        data: { disabledAt: command.at, ...holdAfter(command.at) },
      }
    case 'SendResetLink':
      return { type: 'ResetLinkSent', data: { sentAt: command.at } }
    case 'EndReusedSession':
      return { type: 'SessionReused', data: { endedAt: command.at } }
    case 'EndCopiedSession':
      return { type: 'SessionCopied', data: { endedAt: command.at } }
    case 'ChangeName':
      return { type: 'NameChanged', data: { changedAt: command.at } }
    case 'AddPasskey':
    case 'RenamePasskey':
    case 'RemovePasskey':
      return changePasskeys(command, state)
    case 'RenewRecoveryCodes':
      return { type: 'RecoveryCodesRenewed', data: { renewedAt: command.at } }
    case 'FreezeWithdrawals':
      return { type: 'WithdrawalsFrozen', data: { until: command.until, frozenAt: command.at } }
    case 'GrantRole':
      if (state.role === command.role) return unchanged(command.role)
      return { type: 'RoleGranted', data: { role: command.role, reason: command.reason } }
    case 'DisableUser':
      if (!state.isActive) return unchanged('disabled')
      return { type: 'UserDisabled', data: { disabledAt: command.at, ...asStaff(state) } }
    case 'EnableUser':
      if (state.isActive) return unchanged('active')
      return { type: 'UserEnabled', data: { enabledAt: command.at, ...asStaff(state) } }
    case 'ChangeCreditScore':
      return changeCreditScore(command, state)
    case 'DeleteUser':
      return { type: 'UserDeleted', data: { deletedAt: command.at } }
  }
}

function changePasskeys(
  command: Extract<UserCommand, { type: 'AddPasskey' | 'RenamePasskey' | 'RemovePasskey' }>,
  { passkeys = [] }: UserState,
): Decision<UserEvent> {
  const { passkeyId, at } = command
  const isKnown = passkeys.some(({ id }) => id === passkeyId)
  if (command.type !== 'AddPasskey') {
    if (!isKnown) return unchanged('passkey_missing')
    return command.type === 'RenamePasskey'
      ? { type: 'PasskeyRenamed', data: { passkeyId, renamedAt: at } }
      : { type: 'PasskeyRemoved', data: { passkeyId, removedAt: at, ...holdAfter(at) } }
  }
  if (isKnown) return unchanged('passkey_present')
  const { credentialId, publicKey } = command
  return { type: 'PasskeyAdded', data: { passkeyId, credentialId, publicKey, addedAt: at } }
}

/** Shown before the change, and therefore fixed in its event. */
function holdAfter(at: Instant) {
  return { holdEndsAt: holdEnd(at, WITHDRAWAL_HOLD_HOURS) }
}

/** All staff are told when one of them is disabled or enabled, so the event says that it is one. */
function asStaff({ role }: UserState) {
  return isStaff(role) ? { role } : {}
}

function exists({ signedUpAt, deletedAt }: UserState): boolean {
  return signedUpAt !== null && deletedAt === undefined
}

function signUp(
  { displayId, at }: Extract<UserCommand, { type: 'SignUp' }>,
  state: UserState,
): Decision<UserEvent> {
  if (state.signedUpAt !== null) return unchanged('signed_up')
  return {
    type: 'UserSignedUp',
    data: { displayId, creditScore: CREDIT_SCORE_DEFAULT, signedUpAt: at },
  }
}

function changeCreditScore(
  { creditScore, at }: Extract<UserCommand, { type: 'ChangeCreditScore' }>,
  state: UserState,
): Decision<UserEvent> {
  if (!isCreditScore(creditScore)) return refuse('user.credit_score_out_of_range')
  if (state.creditScore === creditScore) return unchanged('same_score')
  return { type: 'CreditScoreChanged', data: { creditScore, changedAt: at } }
}

function unchanged(status: string) {
  return refuse('user.unchanged', { status })
}

function evolve(state: UserState, event: UserEvent): UserState {
  switch (event.type) {
    case 'UserSignedUp':
      return { ...state, ...event.data }
    case 'EmailConfirmed':
      return { ...state, emailConfirmedAt: event.data.confirmedAt }
    case 'PasswordChanged':
      return { ...state, passwordChangedAt: event.data.changedAt }
    case 'SecondFactorEnabled':
      return { ...state, secondFactor: true }
    case 'SecondFactorDisabled':
      return { ...state, secondFactor: false }
    case 'NameChanged':
    case 'PasskeyRenamed':
    case 'ResetLinkSent':
    case 'SessionReused':
    case 'SessionCopied':
    case 'RecoveryCodesRenewed':
    // The end of the freeze is stored with the person, because it takes effect together with the
    // link.
    case 'WithdrawalsFrozen':
      return state
    case 'PasskeyAdded': {
      const { passkeyId: id, credentialId } = event.data
      return { ...state, passkeys: [...(state.passkeys ?? []), { id, credentialId }] }
    }
    case 'PasskeyRemoved': {
      const { passkeys = [], ...rest } = state
      const left = passkeys.filter(({ id }) => id !== event.data.passkeyId)
      return left.length > 0 ? { ...rest, passkeys: left } : rest
    }
    case 'RoleGranted':
      return { ...state, role: event.data.role }
    case 'UserDisabled':
      return { ...state, isActive: false }
    case 'UserEnabled':
      return { ...state, isActive: true }
    case 'CreditScoreChanged':
      return { ...state, creditScore: event.data.creditScore }
    case 'UserDeleted':
      return { ...state, isActive: false, deletedAt: event.data.deletedAt }
  }
}

export const user: Aggregate<UserState, UserEvent> = {
  kind: 'user',
  events: userEvents,
  initial: {
    role: 'user',
    isActive: true,
    displayId: '',
    creditScore: CREDIT_SCORE_DEFAULT,
    secondFactor: false,
    signedUpAt: null,
    emailConfirmedAt: null,
    passwordChangedAt: null,
  },
  evolve,
  summarise: (state) => ({ status: statusOf(state), waiting: false }),
  endsWithOwner: true,
}

function statusOf({ isActive, emailConfirmedAt, deletedAt }: UserState): string {
  if (deletedAt !== undefined) return 'deleted'
  if (!isActive) return 'disabled'
  return emailConfirmedAt !== null ? 'active' : 'unconfirmed'
}
