import { ArrowDownToLine, Bell } from 'lucide-react'
import { useState } from 'react'
import { showToast } from '#pwa/stores/toasts.ts'
import { Button } from '#pwa/ui/button.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Dialog } from '#pwa/ui/dialog.tsx'
import { Field } from '#pwa/ui/field.tsx'
import { IconButton } from '#pwa/ui/icon-button.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { TextInput } from '#pwa/ui/text-input.tsx'
import { Section } from './section.tsx'

export function ActionsSection() {
  return (
    <Section title="Actions">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary">Deposit</Button>
        <Button icon={<ArrowDownToLine className="size-4" />}>Withdraw</Button>
        <Button variant="outline">Details</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="up">Buy BTC</Button>
        <Button variant="down">Sell BTC</Button>
        <Button variant="danger">Delete account</Button>
        <Button variant="primary" busy>
          Submitting
        </Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <Button size="small">Small</Button>
        <CopyButton text="bc1qexample" label="Copy address" />
        <IconButton label="Notifications">
          <Bell className="size-5" />
        </IconButton>
      </div>
      <Dialogs />
    </Section>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'form' | 'confirm'>()
  const [step, setStep] = useState(1)
  const close = () => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen('form')}>Open dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Open confirmation</Button>
      <Button onClick={() => showToast({ title: 'Deposit submitted', tone: 'success' })}>
        Show toast
      </Button>
      <Button
        onClick={() =>
          showToast({
            title: 'The order was refused',
            message: 'Insufficient balance: 12.50000000 USDT available, 100.00 USDT needed.',
            tone: 'error',
          })
        }
      >
        Show error
      </Button>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="Deposit"
        description="Three steps; Back keeps what you typed."
        footer={
          <>
            <Button className="flex-1 md:flex-none" onClick={() => setStep(Math.max(0, step - 1))}>
              Back
            </Button>
            <Button
              variant="primary"
              className="flex-1 md:flex-none"
              onClick={() => setStep(Math.min(2, step + 1))}
            >
              Continue
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          <Steps names={['Coin', 'Address', 'Request']} current={step} />
          <Field label="Amount" hint="At least 0.001 BTC">
            <TextInput inputMode="decimal" trailing="BTC" placeholder="0.00" />
          </Field>
          <SummaryList
            rows={[
              { label: 'Amount', value: '0.50000000 BTC' },
              { label: 'Network fee', value: '0.00010000 BTC' },
              { label: 'You will have', value: '1.24990000 BTC', strong: true },
            ]}
          />
        </div>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onClose={close}
        title="Cancel this order?"
        confirmLabel="Cancel order"
        tone="danger"
        onConfirm={close}
      >
        Your 5,000.00 USDT become available again at once.
      </ConfirmDialog>
    </div>
  )
}
