// breaks features-know-no-feature
import { handle } from '../deposits/handler.ts'

export const borrow = handle
