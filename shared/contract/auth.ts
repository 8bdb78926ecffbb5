import * as z from 'zod/mini'
import { del, get, post } from '#shared/contract/define-route.ts'
import {
  emailField,
  idField,
  instantField,
  messageResponse,
  textField,
  userNames,
} from '#shared/contract/fields.ts'
import { PASSWORD_LENGTH_MAX } from '#shared/rules/identity.ts'
import { ROLES } from '#shared/rules/permissions.ts'
import { LANGUAGE_CODES } from '#shared/text/languages.ts'

/** Sign-up, sessions and recovery. Source: docs/product.md, Accounts and sessions. */

const password = z.string().check(z.minLength(1), z.maxLength(PASSWORD_LENGTH_MAX))
/** `shared/rules/new-password.ts` says what it must be. */
export const newPassword = z.string().check(z.maxLength(PASSWORD_LENGTH_MAX))
const token = z.string().check(z.minLength(20), z.maxLength(200), z.regex(/^[\w-]+$/))

/** What a user and staff both see of a user. */
export const userRecord = z.object({
  ...userNames.shape,
  id: idField,
  phone: z.string(),
  role: z.enum(ROLES),
  is_active: z.boolean(),
  is_verified: z.boolean(),
  credit_score: z.number(),
  kyc_status: z.enum(['not_submitted', 'pending', 'approved', 'rejected']),
  /** A review asked for it: withdrawals and loans wait until a new verification is approved. */
  must_verify_again: z.boolean(),
  profile_picture: z.nullable(z.string()),
  created_at: instantField,
  email_confirmed_at: z.nullable(instantField),
})

/** The signed-in user's own record. */
export const sessionUser = z.extend(userRecord, {
  second_factor: z.boolean(),
  /** Staff chose the password: everything except choosing a new one is refused. */
  must_change_password: z.boolean(),
  /** The language of mails and notifications; null: none was chosen, and they are in English. */
  language: z.nullable(z.string()),
})
export type SessionUser = z.infer<typeof sessionUser>

export const authSession = z.object({
  access_token: z.string(),
  /** null in browsers, where it is in an HttpOnly cookie. */
  refresh_token: z.nullable(z.string()),
  /** Seconds. */
  expires_in: z.number(),
  /** Seconds since 1970. */
  expires_at: z.number(),
  token_type: z.literal('bearer'),
  user: sessionUser,
})
export type AuthSession = z.infer<typeof authSession>

/** A year. */
const IDLE_MAX = 31_536_000

const open = { access: 'public', idempotency: 'natural' } as const

export const signUp = post('/api/auth/signup', {
  ...open,
  summary: 'Sign up; the response is the same whether or not the address is known',
  body: z.object({
    full_name: textField(120),
    phone: textField(40),
    email: emailField,
    password: newPassword,
    /** The language of mails to the new user; English if absent. */
    language: z.optional(z.enum(LANGUAGE_CODES)),
  }),
  perMinute: 10,
})

export const confirmEmail = post('/api/auth/confirm', {
  ...open,
  summary: 'Confirm the email address with the token from the email',
  body: z.object({ token }),
  /** Whose address it was: the device may be signed in as another user. */
  response: z.extend(messageResponse, { user_id: idField, email: z.string() }),
  perMinute: 30,
})

export const logIn = post('/api/auth/login', {
  ...open,
  dpop: 'binds',
  summary: 'Log in with email and password, and a code where a second factor is on',
  body: z.object({
    email: emailField,
    password,
    code: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    /** For clients other than browsers: returns the refresh token in the body. */
    refresh_in_body: z.optional(z.boolean()),
  }),
  response: authSession,
  perMinute: 30,
})

export const refreshSession = post('/api/auth/refresh', {
  ...open,
  dpop: 'proves',
  summary: 'Exchange the refresh secret for a new session pair',
  body: z.object({
    refresh_token: z.optional(token),
    /** Since the user did something; absent: now. Sessions of staff end without use. */
    idle_seconds: z.optional(z.number().check(z.int(), z.nonnegative(), z.maximum(IDLE_MAX))),
  }),
  response: authSession,
  perMinute: 60,
})

export const logOut = post('/api/auth/logout', {
  ...open,
  summary: 'End this session',
  body: z.object({ refresh_token: z.optional(token) }),
})

export const recoverPassword = post('/api/auth/recover', {
  ...open,
  summary: 'Email a link that sets a new password; the same response for unknown addresses',
  body: z.object({ email: emailField }),
  perMinute: 10,
})

export const resetPassword = post('/api/auth/reset', {
  ...open,
  summary: 'Set a new password with the token from the recovery email',
  body: z.object({ token, password: newPassword }),
  perMinute: 10,
})

export const freezeWithdrawals = post('/api/auth/freeze-withdrawals', {
  ...open,
  summary: 'Freeze withdrawals with the token from an email',
  body: z.object({ token }),
  response: z.object({
    frozen_until: instantField,
    /** false: another link froze them less than a day ago, and this one stays unused. */
    is_new: z.boolean(),
  }),
  perMinute: 30,
})

export const currentUser = get('/api/auth/user', {
  summary: 'The signed-in user',
  withChosenPassword: true,
  access: 'user',
  response: sessionUser,
})

export const listSessions = get('/api/auth/sessions', {
  summary: 'Where the caller is signed in',
  access: 'user',
  response: z.array(
    z.object({
      id: idField,
      current: z.boolean(),
      user_agent: z.string(),
      created_at: instantField,
      last_seen_at: instantField,
    }),
  ),
})

export const revokeSession = del('/api/auth/sessions/:id', {
  summary: "End one of the caller's sessions",
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
})

export const changePassword = post('/update-user-password', {
  summary: "Change the caller's password; every other session ends",
  withChosenPassword: true,
  access: 'user',
  stepUp: 'factor',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  body: z.object({ currentPassword: password, newPassword }),
  perMinute: 10,
})

const own = {
  access: 'user',
  idempotency: 'natural',
  whenDisabled: 'allowed',
  perMinute: 10,
} as const

const code = z.string().check(z.trim(), z.minLength(6), z.maxLength(40))
/** Shown once. Each works once, instead of a code of the app. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const enrolSecondFactor = post('/api/auth/second-factor/enrol', {
  ...own,
  stepUp: 'factor',
  summary: 'A new secret for an authenticator app; it counts once a code has proved it',
  body: z.object({ password }),
  /** uri: for the QR code; secret: for typing. */
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const enableSecondFactor = post('/api/auth/second-factor/enable', {
  ...own,
  summary: 'Turn the second factor on with a first code; returns the recovery codes',
  body: z.object({ code }),
  response: recoveryCodes,
})

export const disableSecondFactor = post('/api/auth/second-factor/disable', {
  ...own,
  summary: 'Turn the second factor off, with password and code',
  body: z.object({ password, code }),
})

export const renewRecoveryCodes = post('/api/auth/second-factor/recovery-codes', {
  ...own,
  summary: 'New recovery codes in place of the old ones',
  body: z.object({ password, code }),
  response: recoveryCodes,
})
