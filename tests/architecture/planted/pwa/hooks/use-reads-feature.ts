// breaks hooks-know-no-feature
import { useDeposits } from '../features/deposits/use-deposits.ts'

export const feature = useDeposits
