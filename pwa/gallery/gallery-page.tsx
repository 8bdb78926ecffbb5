import { Bell, Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#pwa/components/avatar.tsx'
import { MarketColoursControl } from '#pwa/shell/market-colours-control.tsx'
import { ThemeControl } from '#pwa/shell/theme-control.tsx'
import { showToast } from '#pwa/stores/toasts.ts'
import { Badge, StatusBadge } from '#pwa/ui/badge.tsx'
import { Button, IconButton } from '#pwa/ui/button.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { AllocationRing } from '#pwa/ui/charts/allocation-ring.tsx'
import { CandleChart } from '#pwa/ui/charts/candle-chart.tsx'
import { Sparkline } from '#pwa/ui/charts/sparkline.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx'
import { CopyButton } from '#pwa/ui/copy-button.tsx'
import { Countdown } from '#pwa/ui/countdown.tsx'
import { DataList } from '#pwa/ui/data-list.tsx'
import { Disclosure } from '#pwa/ui/disclosure.tsx'
import { ChangeText, Money, PriceText } from '#pwa/ui/money.tsx'
import { Notice, ProblemNotice } from '#pwa/ui/notice.tsx'
import { QrCode } from '#pwa/ui/qr-code.tsx'
import { SkeletonRows } from '#pwa/ui/skeleton.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { EmptyState, ErrorState } from '#pwa/ui/states.tsx'
import { Steps } from '#pwa/ui/steps.tsx'
import { SummaryList } from '#pwa/ui/summary-list.tsx'
import { Tabs } from '#pwa/ui/tabs.tsx'
import { FORMS, Held } from './forms.tsx'
import { CANDLES, ORDERS, SLICES, STEPS } from './samples.ts'

/** Every component, once, for development. */
export function GalleryPage() {
  return (
    <main className="mx-auto flex max-w-7xl flex-col gap-4 px-4 py-6 md:px-6">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-semibold text-fg text-xl">Gallery</h1>
        <ThemeControl />
        <MarketColoursControl />
      </header>
      <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        {Object.entries(SPECIMENS).map(([title, content]) => (
          <Card key={title} title={title} className={WIDE.has(title) ? 'md:col-span-2' : ''}>
            <div className="flex flex-col gap-4">{content}</div>
          </Card>
        ))}
      </div>
    </main>
  )
}

const WIDE = new Set(['Lists', 'Candles', 'Bars'])

const VARIANTS = [
  'primary',
  'secondary',
  'outline',
  'ghost',
  'success',
  'danger',
  'up',
  'down',
] as const
const TONES = ['info', 'warn', 'danger'] as const
const STATUSES = ['pending_approval', 'waiting', 'executed', 'rejected', 'cancelled']
const EXPIRY = { time: CANDLES[128]?.time ?? 0, label: 'Expiry' }
const LINES = [{ price: '103400', label: 'Entry', tone: 'info' }] as const

const SPECIMENS: Readonly<Record<string, ReactNode>> = {
  Buttons: (
    <div className="flex flex-wrap gap-3">
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button variant="primary" busy>
        busy
      </Button>
      <Button disabled>disabled</Button>
      <Button size="small">small</Button>
      <CopyButton text="bc1qexample" label="Copy address" />
      <IconButton label="Notifications">
        <Bell className="size-5" />
      </IconButton>
      <Button onClick={() => showToast({ title: 'Deposit submitted', tone: 'success' })}>
        Show toast
      </Button>
    </div>
  ),
  Dialogs: (
    <Held initial={false}>
      {(isOpen, setOpen) => (
        <>
          <Button onClick={() => setOpen(true)}>Open confirmation</Button>
          <ConfirmDialog
            open={isOpen}
            onClose={() => setOpen(false)}
            title="Cancel this order?"
            confirmLabel="Cancel order"
            tone="danger"
            onConfirm={() => setOpen(false)}
          >
            Your 5,000.00 USDT will be available again at once.
          </ConfirmDialog>
        </>
      )}
    </Held>
  ),
  Steps: (
    <>
      <Steps names={['Coin', 'Address', 'Request']} current={1} />
      <SummaryList
        rows={[
          { label: 'Amount', value: '0.50000000 BTC' },
          { label: 'You will have', value: '1.24990000 BTC', strong: true },
        ]}
      />
    </>
  ),
  Disclosure: (
    <Disclosure title="Message and signature">
      <p className="text-fg-3 text-xs">Check them with any wallet.</p>
    </Disclosure>
  ),
  ...FORMS,
  Badges: (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone="accent">KING</Badge>
      {STATUSES.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
      <Avatar name="Demo User" />
    </div>
  ),
  Lists: (
    <Held initial="current">
      {(tab, setTab) => (
        <Tabs
          label="Orders"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'current', label: 'Current Orders', count: 3, content: <Orders /> },
            {
              value: 'narrow',
              label: 'At 320 px',
              content: (
                <div className="w-80 max-w-full border border-line border-dashed">
                  <Orders />
                </div>
              ),
            },
          ]}
        />
      )}
    </Held>
  ),
  Candles: (
    <CandleChart label="BTC/USDT, 1 minute" candles={CANDLES} lines={LINES} expiry={EXPIRY} />
  ),
  Bars: (
    <StepChart
      label="Volumes by day"
      steps={STEPS}
      parts={['Spot', 'Futures', 'Conversions']}
      formatValue={String}
      table={{
        head: ['Day', 'Spot', 'Futures', 'Conversions'],
        items: STEPS.map(({ start, parts }) => [start, ...(parts ?? []).map(String)]),
        cellsOf: (row) => row,
      }}
    />
  ),
  Figures: (
    <>
      <AllocationRing slices={SLICES}>
        <Money amount="132068.31" as="usd" className="font-semibold text-base" />
      </AllocationRing>
      <Stat label="Total value" value="132,068.31" note={<ChangeText percent="2.41" />} />
      <Stat label="Staked" value={undefined} note="Not available" />
      <Stat label="Time left" value={<Countdown endsAtMs={Date.now() + 90_000} />} />
      <Sparkline values={CANDLES.slice(0, 40).map(({ close }) => Number(close))} />
      <QrCode text="bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh" label="Deposit address" />
    </>
  ),
  Notices: (
    <>
      {TONES.map((tone) => (
        <Notice key={tone} tone={tone}>
          Crypto prices move fast.
        </Notice>
      ))}
      <ProblemNotice problem={{ title: 'Insufficient Balance', message: '12.50 available.' }} />
    </>
  ),
  Loading: <SkeletonRows count={4} />,
  Empty: (
    <EmptyState icon={<Inbox className="size-5" />} title="Nothing here yet">
      Your assets appear here after your first deposit is approved.
    </EmptyState>
  ),
  Failed: <ErrorState message="The server did not respond." onRetry={() => undefined} />,
}

function Orders() {
  return (
    <DataList<(typeof ORDERS)[number]>
      label="Orders"
      rows={ORDERS}
      rowKey={({ id }) => id}
      empty={null}
      columns={[
        { header: 'Order', phone: 'title', cell: ({ side }) => `${side} BTC/USDT` },
        { header: 'Status', phone: 'value', cell: (row) => <StatusBadge status={row.status} /> },
        {
          header: 'Amount',
          align: 'end',
          cell: ({ amount }) => <Money amount={amount} symbol="BTC" as="order" />,
        },
        { header: 'Price', align: 'end', cell: ({ price }) => <PriceText price={price} /> },
        { header: 'Actions', phone: 'actions', cell: () => <Button size="small">Cancel</Button> },
      ]}
    />
  )
}
