// breaks ui-knows-no-feature
import { DepositForm } from '../features/deposits/deposit-form.tsx'

export const Shown = DepositForm
