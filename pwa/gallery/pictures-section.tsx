import { useState } from 'react'
import { Age } from '#pwa/ui/age.tsx'
import { Card } from '#pwa/ui/card.tsx'
import { ChangeText } from '#pwa/ui/change-text.tsx'
import { AllocationRing, SliceMark } from '#pwa/ui/charts/allocation-ring.tsx'
import { CandleChart } from '#pwa/ui/charts/candle-chart.tsx'
import { Sparkline } from '#pwa/ui/charts/sparkline.tsx'
import { StepChart } from '#pwa/ui/charts/step-chart.tsx'
import { Countdown } from '#pwa/ui/countdown.tsx'
import { Money } from '#pwa/ui/money.tsx'
import { QrCode } from '#pwa/ui/qr-code.tsx'
import { Stat } from '#pwa/ui/stat.tsx'
import { CANDLES, STEPS } from './samples.ts'
import { Section } from './section.tsx'

const SLICES = [
  { label: 'BTC', percent: 54.2 },
  { label: 'USDT', percent: 28.6 },
  { label: 'ETH', percent: 12.1 },
  { label: 'TRX', percent: 5.1 },
]

const EXPIRY = { time: CANDLES[128]?.time ?? 0, label: 'Expiry' }
const LINES = [{ price: '103400', label: 'Entry', tone: 'info' }] as const

export function PicturesSection() {
  const [endsAtMs] = useState(() => Date.now() + 90_000)
  return (
    <Section title="Numbers and pictures">
      <div className="grid gap-4 lg:grid-cols-3">
        <Card title="BTC/USDT" className="lg:col-span-2">
          <CandleChart label="BTC/USDT, 1 minute" candles={CANDLES} lines={LINES} expiry={EXPIRY} />
        </Card>
        <Card title="Volumes: 1,284" className="lg:col-span-2">
          <StepChart
            label="Volumes by day"
            steps={STEPS}
            parts={['Spot', 'Futures', 'Conversions']}
            formatValue={String}
            table={{
              head: ['Day', 'Spot', 'Futures', 'Conversions'],
              rows: STEPS.map(({ start, parts }) => [start, ...(parts ?? []).map(String)]),
            }}
          />
        </Card>
        <Card title="Sign-ups: 0">
          <StepChart
            label="Sign-ups by day"
            steps={[]}
            formatValue={String}
            empty="Nobody signed up in this period."
            table={{ head: ['Day', 'Sign-ups'], rows: [] }}
          />
        </Card>
        <Card title="Portfolio" action={<Age at="2026-01-01T14:02:00.000Z" />}>
          <div className="flex flex-col gap-4">
            <AllocationRing slices={SLICES}>
              <span className="text-fg-3 text-xs">Total value</span>
              <Money amount="132068.31" as="usd" className="font-semibold text-base" />
            </AllocationRing>
            <ul className="flex flex-col gap-2">
              {SLICES.map((slice, index) => (
                <li key={slice.label} className="flex items-center gap-3 text-sm">
                  <SliceMark index={index} />
                  {slice.label}
                  <span className="num ml-auto text-fg-2">{slice.percent}%</span>
                </li>
              ))}
            </ul>
          </div>
        </Card>
        <Card title="Figures">
          <div className="grid grid-cols-2 gap-4">
            <Stat
              label="Total value"
              value={<Money amount="132068.31" as="usd" />}
              note={<ChangeText percent="2.41" />}
            />
            <Stat label="Staked" value={undefined} note="Not available" />
            <Stat label="Time left" value={<Countdown endsAtMs={endsAtMs} />} />
            <Sparkline values={CANDLES.slice(0, 40).map((candle) => Number(candle.close))} />
          </div>
        </Card>
        <Card title="Deposit address">
          <QrCode text="bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh" label="Deposit address" />
        </Card>
        <Card title="Loading chart">
          <CandleChart label="Loading" candles={undefined} />
        </Card>
      </div>
    </Section>
  )
}
