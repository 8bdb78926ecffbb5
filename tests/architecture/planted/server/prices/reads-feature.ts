// breaks prices-know-no-feature
import { handle } from '../features/deposits/handler.ts'

export const feature = handle
