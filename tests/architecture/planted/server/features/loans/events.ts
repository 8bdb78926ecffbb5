// breaks events-are-data
import { log } from '../../events/log.ts'

export const read = log
