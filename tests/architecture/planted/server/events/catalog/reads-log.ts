// breaks catalog-is-data
import { log } from '../log.ts'

export const read = log
