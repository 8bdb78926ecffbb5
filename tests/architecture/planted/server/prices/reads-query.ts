// breaks prices-know-no-feature
import { countFound } from '../queries/users.ts'

export const read = countFound
