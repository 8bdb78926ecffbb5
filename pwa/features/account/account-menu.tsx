import {
  Activity,
  BadgeCheck,
  Download,
  FileDown,
  History,
  KeyRound,
  LifeBuoy,
  Scale,
  Trash2,
  UserRoundPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { useOwnUser } from '#pwa/hooks/use-own-user.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { sayComingSoon } from '#pwa/stores/coming-soon.ts'
import { Card } from '#pwa/ui/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { LegalDialog } from './legal-dialog.tsx'
import { LogOutRow } from './log-out-row.tsx'
import { MenuRow } from './menu-row.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useDownloadData } from './use-download-data.ts'
import { useInstall } from './use-install.ts'

/** Every entry of the account's list. */
export function AccountMenu() {
  const { isStaff } = useSession()
  const { data: user } = useOwnUser()
  const { open } = useHomeDialog()
  const [own, setOwn] = useState<'password' | 'legal' | 'delete'>()
  const install = useInstall()
  const { download, isDownloading } = useDownloadData()
  const props = (name: typeof own) => ({
    open: own === name,
    onOpenChange: (isOpen: boolean) => setOwn(isOpen ? name : undefined),
  })
  return (
    <Card flush>
      <ul>
        <MenuRow label="Activity" icon={Activity} to="/activity" />
        <MenuRow
          label="Transaction history"
          icon={History}
          onOpen={() => open('transaction-history')}
        />
        <MenuRow
          label="Verification status"
          icon={BadgeCheck}
          note={user && STATUS_NOTES[user.kyc_status]}
          onOpen={() => open('verification')}
        />
        <MenuRow label="Update the password" icon={KeyRound} onOpen={() => setOwn('password')} />
        <MenuRow label="Invite" icon={UserRoundPlus} onOpen={() => sayComingSoon('Invite')} />
        <MenuRow label="Legal Agreements" icon={Scale} onOpen={() => setOwn('legal')} />
        <MenuRow label="Download APP" icon={Download} onOpen={install} />
        <MenuRow label="Customer support" icon={LifeBuoy} to="/support" />
        <MenuRow
          label="Download my data"
          icon={FileDown}
          busy={isDownloading}
          onOpen={() => void download()}
        />
        <LogOutRow />
        {!isStaff && (
          <MenuRow
            label="Delete Account"
            icon={Trash2}
            tone="down"
            onOpen={() => setOwn('delete')}
          />
        )}
      </ul>
      <PasswordDialog {...props('password')} />
      <LegalDialog {...props('legal')} />
      {own === 'delete' && <DeleteAccountDialog {...props('delete')} />}
    </Card>
  )
}

const STATUS_NOTES = {
  not_submitted: 'Not submitted',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
} as const
