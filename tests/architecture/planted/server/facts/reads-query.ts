// breaks facts-know-no-query
import { countFound } from '../queries/users.ts'

export const known = countFound
