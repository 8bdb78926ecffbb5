// breaks decisions-rest-on-facts
import { countFound } from '../../queries/users.ts'

export const due = countFound
