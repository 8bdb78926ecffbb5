// breaks shared-stands-alone
import { log } from '../server/events/log.ts'

export const read = log
