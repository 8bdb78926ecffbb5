/** The wallet addresses that a user keeps under a name of their own. */
export const SAVED_ADDRESSES_MAX = 50
export const ADDRESS_LABEL_LENGTH_MAX = 40
