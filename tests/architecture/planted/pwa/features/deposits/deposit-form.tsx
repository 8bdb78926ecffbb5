import { useDeposits } from './use-deposits.ts'

export const DepositForm = () => useDeposits().length
