// breaks no-cycles
import { hen } from './hen.ts'

export const egg = () => hen
