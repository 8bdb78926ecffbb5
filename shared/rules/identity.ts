import { msg } from '#shared/text/t.ts'

/** Characters of a new password. Source: docs/product.md, Passwords and recovery. */
export const PASSWORD_LENGTH_MIN = 8
/** Shorter passwords are refused with their own message. */
export const PASSWORD_LENGTH_WEAK = 6
/** Long enough for any passphrase, short enough that hashing it costs nothing extra. */
export const PASSWORD_LENGTH_MAX = 256

/** Upper-case characters of a display id. Source: docs/product.md, Accounts and sessions. */
export const DISPLAY_ID_LENGTH = 8

export const CREDIT_SCORE_DEFAULT = 60

/** Seconds that an access token is valid: short, because a stolen one works until it expires. */
export const ACCESS_TOKEN_SECONDS = 15 * 60
/** Days until a user must log in again, however often the session is refreshed. */
export const SESSION_DAYS_MAX = 30
/** Hours, for a session without a device key: a copy of its refresh secret would work elsewhere. */
export const UNBOUND_SESSION_HOURS_MAX = 12
/** Hours until a member of staff must log in again. */
export const STAFF_SESSION_HOURS_MAX = 12
/** Minutes without use after which a session of staff ends. */
export const STAFF_IDLE_MINUTES_MAX = 30

/** Hours that a confirmation link is valid. */
export const CONFIRMATION_HOURS = 24
/** Days after which a sign-up that was never confirmed is deleted. */
export const UNCONFIRMED_DAYS_MAX = 7
/** Hours that a recovery link is valid: short, because it replaces a password. */
export const RECOVERY_HOURS = 1

/** The number of recovery codes created when a second factor is turned on. */
export const RECOVERY_CODE_COUNT = 10

/** Says to the owner of an account what to do about a change that they did not make. */
export const IF_NOT_YOU = msg('If this was not you, contact support immediately.')
