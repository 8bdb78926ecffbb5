import {
  Accessibility,
  Activity,
  BadgeCheck,
  ChevronRight,
  Download,
  FileDown,
  HandCoins,
  History,
  Info,
  KeyRound,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Scale,
  Trash2,
  UserRoundPlus,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useLogOutQuestion } from '#pwa/components/log-out-question.tsx'
import { takeInstallOffer, useInstallMethod } from '#pwa/hooks/install-method.ts'
import { useDownload } from '#pwa/hooks/use-download.ts'
import { useHomeDialog } from '#pwa/hooks/use-home-dialog.ts'
import { useOutbox } from '#pwa/hooks/use-outbox.ts'
import { useOwnUser } from '#pwa/hooks/use-own.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { sayComingSoon, showFailure } from '#pwa/stores/toasts.ts'
import { Card } from '#pwa/ui/card.tsx'
import { classNames } from '#pwa/ui/class-names.ts'
import { ShortText } from '#pwa/ui/short-text.tsx'
import { exportAccount } from '#shared/contract/account.ts'
import { submitKyc } from '#shared/contract/kyc.ts'
import { operator } from '#shared/operator/company.ts'
import { msg, t } from '#shared/text/t.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { LegalDialog } from './legal-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'

export function AccountMenu() {
  const { isStaff } = useSession()
  const { data: user } = useOwnUser()
  const { open } = useHomeDialog()
  const unsent = useOutbox(submitKyc).find(({ state }) => state !== 'refused')
  const [own, setOwn] = useState<'password' | 'legal' | 'delete'>()
  const install = useInstall()
  const { download, isLoading: isDownloading, failure } = useDownload(exportAccount)
  useEffect(() => {
    if (failure) showFailure(failure)
  }, [failure])
  const props = (name: typeof own) => ({
    open: own === name,
    onClose: () => setOwn(undefined),
  })
  return (
    <Card flush>
      <ul>
        <MenuRow label={t('Activity')} icon={Activity} to="/activity" />
        <MenuRow
          label={t('Transaction history')}
          icon={History}
          onOpen={() => open('transaction-history')}
        />
        <MenuRow
          label={t('Verification status')}
          icon={BadgeCheck}
          note={unsent?.label ?? (user && t(STATUS_NOTES[user.kyc_status]))}
          onOpen={() => open('verification')}
        />
        <MenuRow label={t('Apply for a loan')} icon={HandCoins} to="/loan" />
        <MenuRow
          label={t('Update the password')}
          icon={KeyRound}
          onOpen={() => setOwn('password')}
        />
        <MenuRow
          label={t('Invite')}
          icon={UserRoundPlus}
          onOpen={() => sayComingSoon(t('Invite'))}
        />
        <MenuRow label={t('Legal Agreements')} icon={Scale} onOpen={() => setOwn('legal')} />
        <MenuRow label={t('About {name}', { name: operator.name })} icon={Info} to="/about" />
        <MenuRow label={t('Accessibility')} icon={Accessibility} to="/accessibility" />
        <MenuRow label={t('Download APP')} icon={Download} onOpen={install} />
        <MenuRow label={t('Customer support')} icon={LifeBuoy} to="/support" />
        <MenuRow
          label={t('Download my data')}
          icon={FileDown}
          busy={isDownloading}
          onOpen={() => void download({}, 'account-data.json')}
        />
        <LogOutRow />
        {!isStaff && (
          <MenuRow
            label={t('Delete Account')}
            icon={Trash2}
            tone="danger"
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
  not_submitted: msg('Not submitted'),
  pending: msg('Pending'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
} as const

function LogOutRow() {
  const { leave, isBusy, question } = useLogOutQuestion()
  return (
    <>
      <MenuRow label={t('Log out')} icon={LogOut} busy={isBusy} onOpen={leave} />
      {question}
    </>
  )
}

interface MenuRowProps {
  label: string
  icon: LucideIcon
  /** Where it leads; without it, `onOpen` says what happens. */
  to?: string
  tone?: 'danger'
  /** The current state, shown at the end of the line. */
  note?: string | undefined
  /** Ignores presses. */
  busy?: boolean
  onOpen?: () => void
}

function MenuRow({ label, icon: Icon, to, tone, note, busy, onOpen }: MenuRowProps) {
  const content = (
    <>
      <Icon aria-hidden="true" className={classNames('size-5 shrink-0', !tone && 'text-fg-3')} />
      <ShortText className="min-w-0 flex-1 text-start">{label}</ShortText>
      {note && <span className="text-fg-3 text-xs">{note}</span>}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-fg-3 rtl:-scale-x-100" />
    </>
  )
  const look = classNames(ROW, tone === 'danger' ? 'text-danger' : 'text-fg')
  return (
    <li className="border-line border-b last:border-b-0">
      {to === undefined ? (
        <button
          type="button"
          className={look}
          aria-busy={busy || undefined}
          aria-disabled={busy || undefined}
          onClick={busy ? undefined : onOpen}
        >
          {content}
        </button>
      ) : (
        <Link to={to} className={look}>
          {content}
        </Link>
      )}
    </li>
  )
}

const ROW =
  'flex min-h-13 w-full items-center gap-3 px-4 font-medium text-sm transition-colors hover:bg-surface-2 focus-visible:outline-offset-[-2px]'

/** Installs the app if the browser supports it; otherwise opens the instructions. */
function useInstall(): () => void {
  const navigate = useNavigate()
  const method = useInstallMethod()
  return () => (method === 'offer' ? takeInstallOffer() : void navigate('/install'))
}
