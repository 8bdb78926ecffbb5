/** The wallet addresses that a user saves under a label. */
export const SAVED_ADDRESSES_MAX = 50
export const ADDRESS_LABEL_LENGTH_MAX = 40
