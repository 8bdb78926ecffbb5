import { useSearchParams } from 'react-router-dom'

/** The dialogs that the home screen opens. */
export const HOME_DIALOGS = [
  'deposit',
  'withdraw',
  'convert',
  'portfolio',
  'staking',
  'transaction-history',
  'verification',
  'loan-application',
  'loan-history',
] as const
export type HomeDialog = (typeof HOME_DIALOGS)[number]

/** Which dialog is open stands in the address: a notification links to it, and Back closes it. */
export function useHomeDialog() {
  const [query, setQuery] = useSearchParams()
  const asked = query.get('open')
  return {
    dialog: HOME_DIALOGS.find((name) => name === asked),
    open: (dialog: HomeDialog) => setQuery({ open: dialog }),
    close: () => setQuery({}, { replace: true }),
  }
}
