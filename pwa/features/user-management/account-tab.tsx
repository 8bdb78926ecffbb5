import { FileSearch, ScrollText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { FormDialog } from '#pwa/components/form-dialog.tsx'
import { ResetKycDialog } from '#pwa/components/reset-kyc-dialog.tsx'
import { useCommandForm } from '#pwa/hooks/use-command-form.ts'
import { useSession } from '#pwa/hooks/use-session.ts'
import { useSubmit } from '#pwa/hooks/use-submit.ts'
import { Badge } from '#pwa/ui/badge.tsx'
import { Button, buttonClass } from '#pwa/ui/button.tsx'
import { Notice } from '#pwa/ui/notice.tsx'
import { readText } from '#shared/contract/text.ts'
import { type AdminUser, deleteUser, toggleUserStatus } from '#shared/contract/users.ts'
import { keptAddresses, keptProofTerm } from '#shared/operator/legal.ts'
import { isStaff } from '#shared/rules/permissions.ts'
import type { Text } from '#shared/text/t.ts'
import { t, write } from '#shared/text/t.ts'
import { ActDialog } from './act-dialog.tsx'
import { CreditScoreEditor } from './credit-score-editor.tsx'
import { failedWith } from './failed-text.ts'
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.tsx'
import { kycWord, nameOf } from './user-facts.ts'

interface AccountTabProps {
  user: AdminUser
  isOwn: boolean
  onGone: () => void
}

type Asked = 'status' | 'verification' | 'second-factor' | 'deletion'

export function AccountTab({ user, isOwn, onGone }: AccountTabProps) {
  const [asked, setAsked] = useState<Asked>()
  const { may } = useSession()
  const close = () => setAsked(undefined)
  return (
    <div className="flex flex-col divide-y divide-line">
      <div className="pb-5">
        <CreditScoreEditor
          key={user.credit_score}
          user={user}
          isHeld={isOwn || !may('users.manage')}
        />
      </div>
      <Row
        title={t('Status')}
        badge={
          user.is_active ? (
            <Badge tone="success">
              {t(
                '{of, select, conversation {Active} conversations {Active} address {Active} other {Active}}',
                { of: 'user' },
              )}
            </Badge>
          ) : (
            <Badge tone="danger">{t('Disabled')}</Badge>
          )
        }
        hint={t(
          'Disabled users can log in, view their account and repay loans, but not trade or withdraw.',
        )}
      >
        <Button disabled={isOwn || !may('users.manage')} onClick={() => setAsked('status')}>
          {user.is_active ? t('Disable user') : t('Enable user')}
        </Button>
      </Row>
      <Row
        title={t('Verification')}
        badge={<Badge>{kycWord(user.kyc_status)}</Badge>}
        hint={t('A reset deletes the record, and the user can submit again.')}
      >
        <Button
          disabled={isOwn || user.kyc_status === 'not_submitted' || !may('kyc.reset')}
          onClick={() => setAsked('verification')}
        >
          {t('Reset verification')}
        </Button>
      </Row>
      <Row
        title={t('Second factor')}
        badge={<Badge>{user.second_factor ? t('On') : t('Off')}</Badge>}
        hint={t(
          'For users who have lost it and their recovery codes. Another member of staff must approve the reset.',
        )}
      >
        <Button
          disabled={isOwn || !user.second_factor || !may('users.manage')}
          onClick={() => setAsked('second-factor')}
        >
          {t('Reset second factor')}
        </Button>
      </Row>
      <Row
        title={t('Activity')}
        hint={t('Everything that moved a balance, with the reason for it.')}
      >
        <Link to={`/admin/users/${user.id}/activity`} className={buttonClass()}>
          <ScrollText aria-hidden="true" className="size-4" />
          {t('User’s activity')}
        </Link>
      </Row>
      {may('audit.read') && (
        <Row title={t('Audit')} hint={t('Everything done by or to this user, and who did it.')}>
          <Link to={`/admin/audit?acts=all&user=${user.id}`} className={buttonClass()}>
            <FileSearch aria-hidden="true" className="size-4" />
            {t('Events in the log')}
          </Link>
        </Row>
      )}
      <Row
        title={t('Delete user')}
        hint={t(
          'Not possible while the user has funds, open positions, pending requests or unpaid loans.',
        )}
      >
        <Button
          variant="danger"
          disabled={isOwn || isStaff(user.role) || !may('users.delete')}
          onClick={() => setAsked('deletion')}
        >
          {t('Delete user')}
        </Button>
      </Row>
      {asked === 'status' && <ToggleStatusDialog user={user} onClose={close} />}
      {asked === 'second-factor' && <ResetSecondFactorDialog user={user} onClose={close} />}
      {asked === 'verification' && (
        <ResetKycDialog userId={user.id} name={nameOf(user)} onClose={close} onDone={close} />
      )}
      {asked === 'deletion' && <DeleteUserDialog user={user} onClose={close} onGone={onGone} />}
    </div>
  )
}

interface RowProps {
  title: string
  badge?: ReactNode
  hint: string
  children: ReactNode
}

function Row({ title, badge, hint, children }: RowProps) {
  return (
    <section
      aria-label={title}
      className="flex flex-col gap-3 py-4 sm:flex-row sm:items-center sm:justify-between"
    >
      <div className="flex min-w-0 flex-col gap-1">
        <h3 className="flex items-center gap-2 font-medium text-fg text-sm">
          {title} {badge}
        </h3>
        <p className="max-w-prose text-fg-3 text-xs">{hint}</p>
      </div>
      {children}
    </section>
  )
}

function ToggleStatusDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const { submit } = useSubmit(toggleUserStatus)
  const { is_active: isActive } = user
  return (
    <ActDialog
      onClose={onClose}
      onDone={onClose}
      title={isActive ? t('Disable this user?') : t('Enable this user?')}
      submit={isActive ? t('Disable user') : t('Enable user')}
      variant={isActive ? 'danger' : 'primary'}
      failed={isActive ? t('Failed to disable user') : t('Failed to enable user')}
      send={() => submit({ body: { userId: user.id, isActive: !isActive } })}
    >
      <p className="text-fg-2 text-sm">
        {isActive
          ? t(
              '{name} can still log in, view the account, repay loans, cancel pending requests, secure the account and write to support. They cannot deposit, trade, stake, borrow or withdraw. Open positions keep running.',
              { name: nameOf(user) },
            )
          : t('{name} can trade, deposit and withdraw again.', { name: nameOf(user) })}
      </p>
    </ActDialog>
  )
}

interface DeleteUserDialogProps {
  user: AdminUser
  onClose: () => void
  onGone: () => void
}

function DeleteUserDialog({ user, onClose, onGone }: DeleteUserDialogProps) {
  const { submit } = useSubmit(deleteUser)
  const [obstacles, setObstacles] = useState<readonly string[]>([])
  const form = useCommandForm({
    initial: {},
    send: () => {
      setObstacles([])
      return submit({ body: { userId: user.id } })
    },
    failed: (failure) => {
      if (failure.code !== 'user.not_empty') return failedWith(t('Failed to delete user'))(failure)
      setObstacles((failure.details.obstacle_texts as Text[]).map(write))
      return undefined
    },
    done: (response) => ({ title: t('Success'), message: readText(response, 'message') }),
    onSent: onGone,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t('Delete this user?')}
      size="small"
      submit={t('Delete user')}
      variant="danger"
    >
      <p className="text-fg-2 text-sm">
        {t(
          '{name} ({email}) is erased immediately: name, addresses, documents, images and messages. The ledger stays, without the name. This cannot be undone.',
          { name: nameOf(user), email: user.email },
        )}{' '}
        {keptAddresses()} {keptProofTerm()}
      </p>
      {obstacles.length > 0 && (
        <Notice tone="danger">
          <p>{t('Failed to delete user. What stops it:')}</p>
          <ul className="num mt-1 list-disc ps-4">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  )
}
