// breaks backups-know-tables-only
import { handle } from '../features/deposits/handler.ts'

export const backUp = handle
