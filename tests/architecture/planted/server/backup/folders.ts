export const folders = 0
