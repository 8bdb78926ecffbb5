// breaks identity-knows-no-feature
import { handle } from '../features/deposits/handler.ts'

export const signUp = handle
