// breaks server-knows-no-pwa
import { queries } from '../../pwa/data/queries.ts'

export const read = queries
