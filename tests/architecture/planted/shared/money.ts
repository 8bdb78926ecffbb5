export const units = 1n
