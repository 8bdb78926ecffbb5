export const countFound = 0
