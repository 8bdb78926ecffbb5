import { units } from '../../../shared/money.ts'

export const deposit = units
