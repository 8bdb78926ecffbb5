import { log } from '../events/log.ts'

export const balance = log
