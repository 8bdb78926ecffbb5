// breaks nothing-unresolved
import { nothing } from './nowhere.ts'

export const read = nothing
