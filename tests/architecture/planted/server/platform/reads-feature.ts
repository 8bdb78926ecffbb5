// breaks platform-knows-no-feature
import { handle } from '../features/deposits/handler.ts'

export const read = handle
