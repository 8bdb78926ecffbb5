/** Characters. Source: spec 1 §5 new password, §9 account. */
export const PASSWORD_LENGTH_MIN = 6
/** Long enough for any passphrase, short enough that hashing it costs nothing extra. */
export const PASSWORD_LENGTH_MAX = 256
