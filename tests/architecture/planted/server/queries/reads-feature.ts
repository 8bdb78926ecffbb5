// breaks queries-know-no-feature
import { handle } from '../features/deposits/handler.ts'

export const read = handle
