import { describe, expect, it } from 'vitest'
import { decide, type UserCommand, type UserEvent, user } from '#server/identity/decider.ts'
import { given, stateAfter } from '#tests/support/decider-spec.ts'

const at = '2026-01-31T09:30:00.000Z'
const later = '2026-02-01T09:30:00.000Z'
const dayLater = '2026-02-02T09:30:00.000Z'

const signedUp: UserEvent = {
  type: 'UserSignedUp',
  data: { displayId: 'QWERTYUI', creditScore: 60, signedUpAt: at },
}
const confirmed: UserEvent = { type: 'EmailConfirmed', data: { confirmedAt: at } }
const disabled: UserEvent = { type: 'UserDisabled', data: { disabledAt: at } }
const admin: UserEvent = { type: 'RoleGranted', data: { role: 'admin', reason: 'first admin' } }
const protectedEvent: UserEvent = { type: 'SecondFactorEnabled', data: { enabledAt: at } }

const asked = (command: UserCommand) => (state: Parameters<typeof decide>[1]) =>
  decide(command, state)

describe('a user', () => {
  it('signs up with a display id and a credit score of 60', () => {
    given(user, [])
      .when(asked({ type: 'SignUp', displayId: 'QWERTYUI', at }))
      .yields(signedUp)
  })

  it('starts as an active, unconfirmed customer', () => {
    const state = stateAfter(user, [signedUp])
    expect(state).toMatchObject({ role: 'user', isActive: true, emailConfirmedAt: null })
    expect(user.summarise(state)).toEqual({ status: 'unconfirmed', waiting: false })
  })

  it('signs up once', () => {
    given(user, [signedUp])
      .when(asked({ type: 'SignUp', displayId: 'OTHEROTH', at: later }))
      .yields({ refused: 'user.unchanged', details: { status: 'signed_up' } })
  })

  it('confirms an address once', () => {
    given(user, [signedUp])
      .when(asked({ type: 'ConfirmEmail', at }))
      .yields(confirmed)
    given(user, [signedUp, confirmed])
      .when(asked({ type: 'ConfirmEmail', at: later }))
      .yields({ refused: 'user.unchanged', details: { status: 'confirmed' } })
  })

  it.each<UserCommand>([
    { type: 'ConfirmEmail', at },
    { type: 'ChangePassword', by: 'owner', at },
    { type: 'EnableSecondFactor', at },
    { type: 'DisableSecondFactor', at },
    { type: 'GrantRole', role: 'admin', reason: 'hired' },
    { type: 'DisableUser', at },
    { type: 'EnableUser', at },
  ])('who never signed up is refused: $type', (command) => {
    given(user, []).when(asked(command)).yields({ refused: 'item.unknown' })
  })

  it('records when the password was changed and by whom', () => {
    given(user, [signedUp, confirmed])
      .when(asked({ type: 'ChangePassword', by: 'recovery', at: later }))
      .yields({
        type: 'PasswordChanged',
        data: { by: 'recovery', changedAt: later, holdEndsAt: dayLater },
      })
    const state = stateAfter(user, [
      signedUp,
      { type: 'PasswordChanged', data: { by: 'recovery', changedAt: later } },
    ])
    expect(state.passwordChangedAt).toBe(later)
  })

  it('turns a second factor on and off, each once', () => {
    given(user, [signedUp])
      .when(asked({ type: 'EnableSecondFactor', at }))
      .yields(protectedEvent)
    given(user, [signedUp, protectedEvent])
      .when(asked({ type: 'EnableSecondFactor', at }))
      .yields({ refused: 'user.unchanged', details: { status: 'second_factor_on' } })
    given(user, [signedUp, protectedEvent])
      .when(asked({ type: 'DisableSecondFactor', at: later }))
      .yields({
        type: 'SecondFactorDisabled',
        data: { disabledAt: later, holdEndsAt: dayLater },
      })
    given(user, [signedUp])
      .when(asked({ type: 'DisableSecondFactor', at }))
      .yields({ refused: 'user.unchanged', details: { status: 'second_factor_off' } })
  })

  it('becomes staff, and a customer again', () => {
    given(user, [signedUp])
      .when(asked({ type: 'GrantRole', role: 'admin', reason: 'first admin' }))
      .yields(admin)
    expect(stateAfter(user, [signedUp, admin]).role).toBe('admin')
    given(user, [signedUp, admin])
      .when(asked({ type: 'GrantRole', role: 'user', reason: 'left' }))
      .yields({ type: 'RoleGranted', data: { role: 'user', reason: 'left' } })
  })

  it('is disabled and enabled in any state', () => {
    given(user, [signedUp])
      .when(asked({ type: 'DisableUser', at }))
      .yields(disabled)
    const state = stateAfter(user, [signedUp, confirmed, disabled])
    expect(user.summarise(state).status).toBe('disabled')
    given(user, [signedUp, disabled])
      .when(asked({ type: 'EnableUser', at: later }))
      .yields({ type: 'UserEnabled', data: { enabledAt: later } })
    given(user, [signedUp])
      .when(asked({ type: 'EnableUser', at }))
      .yields({ refused: 'user.unchanged', details: { status: 'active' } })
  })

  it('is disabled and enabled with the role that they have as staff', () => {
    const { role } = admin.data as { role: 'admin' }
    given(user, [signedUp, admin])
      .when(asked({ type: 'DisableUser', at }))
      .yields({ type: 'UserDisabled', data: { disabledAt: at, role } })
    given(user, [signedUp, admin, disabled])
      .when(asked({ type: 'EnableUser', at: later }))
      .yields({ type: 'UserEnabled', data: { enabledAt: later, role } })
  })

  it('is deleted permanently', () => {
    const deleted: UserEvent = { type: 'UserDeleted', data: { deletedAt: later } }
    given(user, [signedUp, confirmed])
      .when(asked({ type: 'DeleteUser', at: later }))
      .yields(deleted)
    const state = stateAfter(user, [signedUp, confirmed, deleted])
    expect(user.summarise(state).status).toBe('deleted')
    given(user, [signedUp, deleted])
      .when(asked({ type: 'EnableUser', at: later }))
      .yields({ refused: 'item.unknown' })
  })
})

describe('a credit score', () => {
  const changed: UserEvent = {
    type: 'CreditScoreChanged',
    data: { creditScore: 700, changedAt: later },
  }

  it('is set by staff to whole points in range', () => {
    given(user, [signedUp])
      .when(asked({ type: 'ChangeCreditScore', creditScore: 700, at: later }))
      .yields(changed)
    expect(stateAfter(user, [signedUp, changed]).creditScore).toBe(700)
  })

  it.each([-1, 851, 59.5, Number.NaN])('is never %s', (creditScore) => {
    given(user, [signedUp])
      .when(asked({ type: 'ChangeCreditScore', creditScore, at: later }))
      .yields({ refused: 'user.credit_score_out_of_range' })
  })

  it('is refused if it is unchanged', () => {
    given(user, [signedUp, changed])
      .when(asked({ type: 'ChangeCreditScore', creditScore: 700, at: later }))
      .yields({ refused: 'user.unchanged', details: { status: 'same_score' } })
  })

  it('is refused for a user who never signed up', () => {
    given(user, [])
      .when(asked({ type: 'ChangeCreditScore', creditScore: 700, at: later }))
      .yields({ refused: 'item.unknown' })
  })
})
