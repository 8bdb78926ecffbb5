import { queries } from '../../data/queries.ts'

export const useDeposits = () => queries
