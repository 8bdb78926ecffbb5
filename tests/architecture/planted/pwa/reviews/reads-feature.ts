// breaks reviewing-knows-no-kind
import { useDeposits } from '../features/deposits/use-deposits.ts'

export const kind = useDeposits
