import * as z from 'zod/mini'
import { newPassword, sessionUser, userRecord } from '#shared/contract/auth.ts'
import { get, post } from '#shared/contract/define-route.ts'
import {
  balance,
  decimalField,
  idField,
  instantField,
  limitField,
  textField,
} from '#shared/contract/fields.ts'

/** The signed-in user's profile, and users as staff see and manage them. */

export const completeSignUp = post('/api/signup-profile', {
  summary: 'Write name and phone of the signed-in user',
  access: 'user',
  // Another name while a verification is pending or approved.
  stepUp: 'decided',
  idempotency: 'natural',
  body: z.object({ full_name: textField(120), phone: textField(40) }),
  perMinute: 10,
})

export const userProfile = get('/api/user-profile', {
  summary: 'Whether the account is active, and the profile',
  withChosenPassword: true,
  access: 'user',
  response: sessionUser,
})

export const readUser = get('/api/users/:userId', {
  summary: "The record of one user: the caller's, or any for staff",
  access: 'own',
  response: sessionUser,
})

export const toggleUserStatus = post('/admin/toggle-user-status', {
  summary: 'Enable or disable a user',
  access: 'users.manage',
  // Enabling a member of staff.
  stepUp: 'decided',
  body: z.object({ userId: idField, isActive: z.boolean() }),
})

/** A user as staff see them. */
export const adminUser = z.extend(userRecord, {
  last_sign_in_at: z.nullable(instantField),
  second_factor: z.boolean(),
  /** The user froze withdrawals by a link in a mail; null if no freeze is in force. */
  withdrawals_frozen_until: z.nullable(instantField),
  /** When the first password was stored, and when it was changed last; never a password. */
  password_encrypted_at: z.nullable(instantField),
  password_last_updated: z.nullable(instantField),
  app_metadata: z.object({ provider: z.literal('email') }),
  assets_count: z.number(),
  /** In US dollars at the last prices, without the assets in `unpriced`, which never had one. */
  total_portfolio_value: decimalField,
  /** When a price that it counts was recorded that is not current; null while all are. */
  valued_as_of: z.nullable(instantField),
  unpriced: z.array(z.string()),
  /** Spot orders and futures trades. */
  trade_count: z.number(),
  /** The most valuable first. */
  portfolio: z.array(balance),
  active_loans_count: z.number(),
  active_staking_count: z.number(),
})
export type AdminUser = z.infer<typeof adminUser>

export const userSort = z.enum(['newest', 'name', 'last_sign_in'])
export type UserSort = z.infer<typeof userSort>

export const listUsers = get('/api/admin/users', {
  summary: 'All users, a page at a time, found by any part of email, name or ID',
  access: 'users.read',
  query: z.object({
    /** The caller's time, unused: it makes the URL unique, which defeats caches. */
    t: z.optional(z.string().check(z.maxLength(32))),
    search: z.optional(textField(120, 0)),
    sort: z.optional(userSort),
    limit: limitField(100),
    /** The id of the last item of the previous page. */
    before: z.optional(idField),
  }),
  response: z.object({
    users: z.array(adminUser),
    /** All users. */
    total: z.number(),
    /** Matches of the search, counted up to FOUND_MAX. */
    found: z.number(),
    /** Pass it as `before` for the next page; null on the last one. */
    next: z.nullable(idField),
  }),
})

export const readManagedUser = get('/api/admin/users/:userId', {
  summary: 'One user as staff see them',
  access: 'users.read',
  response: adminUser,
})

export const updateCreditScore = post('/admin/user-management/update-credit-score', {
  summary: 'Set the credit score of a user, 0 to 850',
  access: 'users.manage',
  body: z.object({ userId: idField, creditScore: z.number() }),
})

export const updateUserPassword = post('/admin/update-user-password', {
  summary: 'Set a new password for a user: their sessions end and they get an email',
  access: 'users.manage',
  stepUp: 'always',
  idempotency: 'natural',
  offline: 'refuse',
  body: z.object({ userId: idField, newPassword }),
  perMinute: 20,
})

export const sendResetLink = post('/admin/user-management/send-reset-link', {
  summary: 'Email a user a link with which they set a new password themselves',
  access: 'users.manage',
  // A repeated call mails another link, which the throttle of recovery mails bounds.
  idempotency: 'natural',
  offline: 'refuse',
  body: z.object({ userId: idField }),
  perMinute: 20,
})

export const deleteUser = post('/admin/delete-user', {
  summary: 'Delete the account of a user; if refused, lists what prevents it',
  access: 'users.delete',
  stepUp: 'always',
  // A repeated call finds no user to delete.
  idempotency: 'natural',
  offline: 'refuse',
  body: z.object({ userId: idField }),
  perMinute: 20,
})
