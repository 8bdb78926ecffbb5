export const log = 'log'
